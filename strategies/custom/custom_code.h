#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strategies/model/strategy.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// The form of strategies that are not Palio's: a shared library, or a command in any language.
enum class CodeKind { library, command };

/// Version of the interface to custom strategies.
inline constexpr int k_interface_version = 4;

/// A file that a command declares, and the digest of its content.
struct CodeFile {
  std::string name;  // from the command's folder
  std::string digest;
};

/// Makes the methods of strategies, given their indices in the description. A subclass makes methods that can run;
/// these ones only know what the strategies take.
class MethodMaker {
public:
  MethodMaker() = default;
  MethodMaker(const MethodMaker&) = delete;
  MethodMaker& operator=(const MethodMaker&) = delete;
  virtual ~MethodMaker() = default;

  virtual std::shared_ptr<const Method> graphs(std::size_t number, GraphTerms terms) const;
  virtual std::shared_ptr<const Method> graphs_at_run_time(std::size_t number, GraphTerms terms) const;
  virtual std::shared_ptr<const Method> bags(std::size_t number, PortNeed ports) const;
  virtual std::shared_ptr<const Method> files(std::size_t number) const;
};

/// Custom strategies of a library or a command, with rows like those of Palio's table. The parameter after their own is
/// the digest of the manifest, so that changed code gives different scenarios; those of policies follow. The manifest
/// is a JSON text (docs/custom-strategies.md): the digest of the library, or the command with the digests of its files;
/// then the description, word for word.
class CustomCode {
public:
  /// `place`: where the code is, for messages. Throws UserError for an invalid description.
  CustomCode(std::string manifest, std::string place, const MethodMaker& maker = MethodMaker());
  CustomCode(const CustomCode&) = delete;
  CustomCode& operator=(const CustomCode&) = delete;
  ~CustomCode() = default;

  CodeKind kind() const { return kind_; }
  const std::string& manifest() const { return manifest_; }
  /// The digest of the manifest.
  const std::string& digest() const { return digest_; }
  /// The file of a library, or the folder in which a command runs. Empty if only the description is known.
  const std::string& place() const { return place_; }
  /// The digest of a library's content.
  const std::string& content() const { return content_; }
  const std::string& command() const { return command_; }
  std::span<const CodeFile> files() const { return files_; }
  /// Whether a command's answers repeat the numbers of their questions: only then may one process answer several.
  bool numbers_answers() const { return numbers_answers_; }
  /// How messages name it.
  std::string called() const;
  std::span<const Strategy> strategies() const { return rows_; }

private:
  class Reader;

  std::string manifest_, digest_, place_, content_, command_;
  std::vector<CodeFile> files_;
  CodeKind kind_ = CodeKind::library;
  bool numbers_answers_ = false;
  std::deque<std::string> texts_;                      // that the rows show
  std::deque<std::vector<std::string_view>> choices_;  // that parameters show
  std::deque<std::vector<ParameterSpec>> parameters_;  // that the rows show
  std::vector<Strategy> rows_;
};

/// The parameters that the code itself has declared.
std::span<const ParameterSpec> own_parameters(const Strategy& custom);

/// The manifest of a library from the digest of its content and its description; of a command from its files.
std::string library_manifest(const std::string& content_digest, const std::string& description);
std::string command_manifest(const std::string& command, std::span<const CodeFile> files,
                             const std::string& description);

}  // namespace palio
