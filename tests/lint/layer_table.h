#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace palio::lint {

/// One row of the table of layers: which folders the files of `folder` may include, besides their own.
struct Layer {
  std::string_view folder;
  std::vector<std::string_view> may_include;
};

/// One third-party library: headers that begin with one of `headers` belong to the folders `allowed` and to the tests
/// of these folders. An entry that ends with '/' covers the folders below, any other one the paths that begin with it.
struct Library {
  std::vector<std::string_view> headers;
  std::vector<std::string_view> allowed;
  std::vector<std::string_view> except = {};
};

/// The layers of ARCHITECTURE.md, lowest first. A folder below another one follows its own row if it has one.
std::span<const Layer> layer_table();

std::span<const Library> library_table();

}  // namespace palio::lint
