#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"

namespace palio {

/// Family "random-multi-cluster": clusters c0, c1... behind a common backbone, drawn as in N'Takpe, Suter, Casanova,
/// ISPDC 2007, section 5.1. Three streams, one draw per cluster in their order except the last:
///   "processors"  integer from min_processors to max_processors
///   "speeds"      real from min_speed to min_speed x heterogeneity
///   "links"       one integer in all: 0 if c0 has links of 1 Gb/s, 1 if of 10 Gb/s; the clusters alternate from there
std::span<const ParameterSpec> random_multi_cluster_parameters();
Platform build_random_multi_cluster(const Recipe& recipe, std::string_view definition);

/// Family "one-cluster": a homogeneous cluster c0 whose switch has the characteristics of its links. Nothing is drawn.
std::span<const ParameterSpec> one_cluster_parameters();
Platform build_one_cluster(const Recipe& recipe, std::string_view definition);

/// Family "listed-clusters": clusters c0, c1... of given sizes and speeds behind a common backbone, as those of
/// "random-multi-cluster". Nothing is drawn.
std::span<const ParameterSpec> listed_clusters_parameters();
Platform build_listed_clusters(const Recipe& recipe, std::string_view definition);

/// Family "grid5000-site": all clusters of a site. In Lille and Rennes they share a switch; in Nancy and Sophia each
/// has its own switch, joined to the others by a contended uplink. Family "grid5000-cluster": one of these clusters.
/// Nothing is drawn. By default the private link of a processor has 1 Gb/s and 100 us, as on the slides, and an uplink
/// 10 Gb/s and 100 us, which no paper gives. Switches are non-blocking: only the links bound and delay a message.
std::span<const ParameterSpec> grid5000_site_parameters();
Platform build_grid5000_site(const Recipe& recipe, std::string_view definition);

std::span<const ParameterSpec> grid5000_cluster_parameters();
Platform build_grid5000_cluster(const Recipe& recipe, std::string_view definition);

/// Family "mesh": hosts h0, h1... of one processor, a link without contention for each pair: the platforms of most
/// papers on graphs of sequential tasks (as Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 2). Three streams:
///   "speeds"      real from min_speed to min_speed x heterogeneity, per host in their order, unless they are spaced
///   "latencies"   real from min_latency to max_latency, per pair
///   "bandwidths"  real from min_bandwidth to max_bandwidth, per pair
/// Pairs come by their first host, then by their second one: each unordered pair once, whose two directions are alike,
/// or each ordered pair. Other ranges of latency and bandwidth stretch the same draws.
std::span<const ParameterSpec> random_mesh_parameters();
Platform build_random_mesh(const Recipe& recipe, std::string_view definition);

/// Family "cpu-gpu": a node of CPUs cpu0, cpu1... that share memory, and GPUs gpu0, gpu1..., as a mesh: a link between
/// any two hosts, that of two CPUs practically free. Nothing is drawn. McSweeney, thesis, Manchester 2021, chapter 2.
std::span<const ParameterSpec> cpu_gpu_parameters();
Platform build_cpu_gpu(const Recipe& recipe, std::string_view definition);

/// Family "normal-mesh" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): hosts, with a link for each pair;
/// speeds and bandwidths have weights from k_relative_weight. Streams: "hosts" for their number, "speeds", "bandwidths"
/// pair by pair.
std::span<const ParameterSpec> normal_mesh_parameters();
Platform build_normal_mesh(const Recipe& recipe, std::string_view definition);

/// Family "iot-network": a mesh of edge, fog and cloud hosts, in that order. The mean speed depends on the tier, the
/// mean bandwidth on the tiers at both ends; both have log-normal noise. Coleman, Krishnamachari, arXiv 2403.07120
/// (public code, 2026: after iFogSim); its numbers of 2023 are other values of the same parameters. Streams: "hosts",
/// "speeds", "bandwidths".
std::span<const ParameterSpec> iot_network_parameters();
Platform build_iot_network(const Recipe& recipe, std::string_view definition);

/// Family "star": a one-port master and identical workers; every link and the master's port have the same bandwidth.
/// Nothing is drawn. Senger, Silva, Nascimento, CCGRIDW 2006, section III.
std::span<const ParameterSpec> homogeneous_star_parameters();
Star build_homogeneous_star(const Recipe& recipe, std::string_view definition);

/// Family "random-star": a master and heterogeneous workers, as the experiments of Benoit, Marchal, Pineau, Robert,
/// Vivien, RR 2007-48, on slowed-down nodes of one kind. Two streams, one draw per worker in their order:
///   "speeds"  real from 1 to max_slowdown, by which base_speed (flop/s) is divided
///   "links"   real from 1 to max_slowdown, by which base_bandwidth (byte/s) is divided
/// Links have no latency. The master's bandwidth 0 is base_bandwidth, so that it slows no link down.
std::span<const ParameterSpec> random_star_parameters();
Star build_random_star(const Recipe& recipe, std::string_view definition);

}  // namespace palio
