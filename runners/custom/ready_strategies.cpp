#include "runners/custom/ready_strategies.h"

#include <map>

#include "runners/custom/graph_lines.h"
#include "runners/custom/graph_plan.h"
#include "runners/custom/library.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"

namespace palio {
namespace {

// In the order of the row.
std::vector<palio_value> plain_values(const Strategy& strategy, const Parameters& parameters) {
  std::vector<palio_value> values;
  for (const ParameterSpec& spec : own_parameters(strategy)) {
    palio_value& value = values.emplace_back();
    const Value& given = parameters.find(spec.name)->second;
    if (const auto* integer = std::get_if<std::int64_t>(&given))
      value = {*integer, static_cast<double>(*integer), {}};
    else if (const auto* real = std::get_if<double>(&given))
      value = {0, *real, {}};
    else
      value.text = {std::get<std::string>(given).data(), std::get<std::string>(given).size()};
  }
  return values;
}

// A library that is loaded when one of its strategies first runs.
class LibraryMethods final : public MethodMaker, public std::enable_shared_from_this<LibraryMethods> {
public:
  explicit LibraryMethods(const CustomCode& described) : described_(described) {}

  std::shared_ptr<const Method> graphs(std::size_t number, GraphTerms terms) const override {
    const auto schedule = [self = shared_from_this(), number](const Platform& platform, const Workload& workload,
                                                              const Parameters& parameters) {
      return self->loaded().schedule(number, platform, workload,
                                     plain_values(self->described_.strategies()[number], parameters));
    };
    return std::make_shared<GraphMethod>(schedule, terms);
  }

  std::shared_ptr<const Method> graphs_at_run_time(std::size_t number, GraphTerms terms) const override {
    const auto begin = [self = shared_from_this(), number](const Platform&, const Workload&,
                                                           const Parameters& parameters) -> DecideGraphs {
      return [self, number, &parameters](const Situation& situation) {
        return self->loaded().decide(number, situation,
                                     plain_values(self->described_.strategies()[number], parameters));
      };
    };
    return std::make_shared<GraphMethod>(begin, terms);
  }

  std::shared_ptr<const Method> bags(std::size_t number, PortNeed ports) const override {
    return std::make_shared<BagMethod>(beginning<MakeBagPolicy>(number), ports);
  }

  std::shared_ptr<const Method> files(std::size_t number) const override {
    return std::make_shared<FileMethod>(beginning<MakeFilePolicy>(number), nullptr);
  }

private:
  template <class MakePolicy>
  MakePolicy beginning(std::size_t number) const {
    return [self = shared_from_this(), number](const Star& star, const auto& workload, const Parameters& parameters) {
      return self->loaded().begin(number, star, workload,
                                  plain_values(self->described_.strategies()[number], parameters));
    };
  }

  const Library& loaded() const {
    if (!library_) library_.emplace(described_.place(), described_.content());
    return *library_;
  }

  const CustomCode& described_;
  mutable std::optional<Library> library_;
};

// A command, asked about one instance after the other.
class CommandMethods final : public MethodMaker, public std::enable_shared_from_this<CommandMethods> {
public:
  explicit CommandMethods(const CustomCode& described) : described_(described) {}

  void begin_instance(const CommandLimits& limits) {
    limits_ = limits;
    stamp_ = new_instance_stamp();
    time_before_ = elsewhere_time();
  }

  std::shared_ptr<const Method> graphs(std::size_t number, GraphTerms terms) const override {
    const auto schedule = [self = shared_from_this(), number](const Platform& platform, const Workload& workload,
                                                              const Parameters& parameters) {
      const QuestionNumber asked = self->next_number();
      const std::string question = schedule_text(self->described_.strategies()[number], parameters, asked);
      return SchedulingResult{self->answer(platform, workload, question, read_plan, asked)->schedule(), {}};
    };
    return std::make_shared<GraphMethod>(schedule, terms);
  }

  std::shared_ptr<const Method> graphs_at_run_time(std::size_t number, GraphTerms terms) const override {
    const auto begin = [self = shared_from_this(), number](const Platform&, const Workload&,
                                                           const Parameters& parameters) -> DecideGraphs {
      return [self, number, &parameters](const Situation& situation) {
        const QuestionNumber asked = self->next_number();
        const std::string question = decide_text(self->described_.strategies()[number], parameters, situation, asked);
        return self->answer(situation.platform, situation.workload, question, read_decisions, asked)->decisions();
      };
    };
    return std::make_shared<GraphMethod>(begin, terms);
  }

private:
  QuestionNumber next_number() const { return described_.numbers_answers() ? new_question_number() : QuestionNumber(); }

  std::unique_ptr<GraphPlan> answer(const Platform& platform, const Workload& workload, const std::string& question,
                                    decltype(read_plan) read, QuestionNumber number) const {
    InstanceStamp stamp = stamp_;
    stamp.content = content_hash(platform, workload);
    CommandLimits limits = limits_;
    limits.spent = elsewhere_time() - time_before_;
    std::unique_ptr<GraphPlan> plan;
    ask_command(
        described_, stamp, limits, question, [&] { return instance_text(platform, workload); },
        [&](const CommandAnswer& answer) {
          elsewhere_time() += answer.cpu_time;
          plan = std::make_unique<GraphPlan>(platform, workload);
          return read(described_.command(), answer.line, *plan, number);
        });
    return plan;
  }

  const CustomCode& described_;
  CommandLimits limits_;
  InstanceStamp stamp_;
  double time_before_ = 0;  // that commands took before the instance, s
};

// The code behind a description in this process, for good: a library stays loaded.
struct Ready {
  std::shared_ptr<const CustomCode> code;
  std::shared_ptr<CommandMethods> command;  // null: a library
};

Ready make_ready(const CustomCode& described) {
  Ready made;
  std::shared_ptr<const MethodMaker> maker = std::make_shared<LibraryMethods>(described);
  if (described.kind() == CodeKind::command) maker = made.command = std::make_shared<CommandMethods>(described);
  made.code = std::make_shared<const CustomCode>(described.manifest(), described.place(), *maker);
  return made;
}

Ready& ready(const std::shared_ptr<const CustomCode>& described) {
  static std::map<std::shared_ptr<const CustomCode>, Ready> known;
  Ready& made = known[described];
  if (!made.code) made = make_ready(*described);
  return made;
}

}  // namespace

StrategySet ready_strategies(const StrategySet& known, const CommandLimits& limits) {
  StrategySet ready_ones;
  for (const auto& code : known.custom()) {
    const Ready& made = ready(code);
    if (made.command) made.command->begin_instance(limits);
    ready_ones.add(made.code);
  }
  return ready_ones;
}

}  // namespace palio
