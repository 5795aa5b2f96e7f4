#include <array>

#include "campaign/cli/commands.h"

namespace palio {

std::span<const SetupCommand> all_commands() {
  static constexpr std::array k_commands = {
      setup_init,  setup_new,        setup_plan,  setup_run,    setup_resume,   setup_status,  setup_submit,
      setup_task,  setup_cancel,     setup_merge, setup_query,  setup_verify,   setup_report,  setup_explore,
      setup_check, setup_diff,       setup_pack,  setup_unpack, setup_export,   setup_prune,   setup_digest,
      setup_list,  setup_data,       setup_duel,  setup_exam,   setup_simulate, setup_convert, setup_replay,
      setup_audit, setup_completion, setup_man,   setup_help,   setup_version};
  return k_commands;
}

}  // namespace palio
