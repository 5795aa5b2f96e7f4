#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "campaign/explore/drill.h"
#include "campaign/explore/http/http_message.h"

namespace palio {

/// The page of `palio explore`: what it asks, answered from campaigns that may be running. Several are read as one.
/// Threads may ask at the same time.
class Explorer {
public:
  /// Reads the campaigns. Throws UserError.
  /// `charts`: the script that draws charts of the report; empty: this build has none.
  Explorer(std::vector<std::filesystem::path> files, CodeOptions code, std::string charts);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Errors in what is asked are answers with status 400.
  HttpAnswer answer(const HttpRequest& request);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A new token, 128 bits from the kernel as 32 hexadecimal digits.
std::string new_token();

}  // namespace palio
