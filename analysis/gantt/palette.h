#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace palio {

/// Colours that people who see fewer colours tell apart, too (M. Okabe, K. Ito, Color Universal Design; the last three
/// are of P. Tol's muted scheme), and the ink that is readable on them.
struct Colour {
  std::string_view fill, ink;
};

inline constexpr auto k_palette = std::to_array<Colour>({
    {"#0072b2", "#fff"},
    {"#e69f00", "#111"},
    {"#009e73", "#111"},
    {"#cc79a7", "#111"},
    {"#56b4e9", "#111"},
    {"#d55e00", "#111"},
    {"#f0e442", "#111"},
    {"#882255", "#fff"},
    {"#999933", "#111"},
    {"#44aa99", "#111"},
});

/// Of an application: they repeat.
inline std::size_t colour_of(int application) { return static_cast<std::size_t>(application) % k_palette.size(); }

}  // namespace palio
