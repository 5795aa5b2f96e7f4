#include "workloads/families/applications/recipes.h"

#include <array>

namespace palio {
namespace {

constexpr auto k_montage_tasks = std::to_array<TaskType>({
    {"mProject", TaskSet::members, 163, 1.61, Output::copies},
    {"mDiffFit", TaskSet::overlaps, 0.4203, 3.71, Output::copies},
    {"mConcatFit", TaskSet::groups, 0.6639, 1.02, Output::copies},
    {"mBgModel", TaskSet::groups, 4.629, 1.19, Output::copies},
    {"mBackground", TaskSet::members, 7.229, 2.13, Output::copies},
    {"mImgtbl", TaskSet::groups, 0.226, 0.959, Output::copies},
    {"mAdd", TaskSet::groups, 1.592, 1.71, Output::copies},
    {"mViewer", TaskSet::groups, 3.766, 1.71, Output::copies},
    {"mViewerAll", TaskSet::once, 3.766, 1.71, Output::copies},
});
constexpr auto k_montage_files = std::to_array<FileType>({
    {"mProject", "mDiffFit", 3.277e7, 1.28},
    {"mProject", "mBackground", 3.277e7, 1.28},
    {"mDiffFit", "mConcatFit", 187, 0.568},
    {"mConcatFit", "mBgModel", 2.141e4, 1.2},
    {"mBgModel", "mBackground", 2310, 0.642},
    {"mBackground", "mImgtbl", 1.608e7, 1.32},
    {"mBackground", "mAdd", 3.215e7, 1.32},
    {"mImgtbl", "mAdd", 1.161e4, 0.863},
    {"mAdd", "mViewer", 5.027e7, 1.39},
    {"mAdd", "mViewerAll", 5.027e7, 1.39},
});

constexpr auto k_cycles_tasks = std::to_array<TaskType>({
    {"baseline_cycles", TaskSet::members, 45.27, 0.39, Output::copies},
    {"cycles", TaskSet::members, 26.34, 0.823, Output::copies},
    {"fertilizer_increase_cycles", TaskSet::members, 26.53, 0.821, Output::copies},
    {"cycles_fertilizer_increase_output_parser", TaskSet::members, 0.05908, 1.01, Output::copies},
    {"cycles_output_summary", TaskSet::groups, 0.0641, 0.719, Output::copies},
    {"cycles_fertilizer_increase_output_summary", TaskSet::groups, 0.07171, 0.923, Output::copies},
    {"cycles_plots", TaskSet::once, 161.9, 0.448, Output::copies},
});
constexpr auto k_cycles_files = std::to_array<FileType>({
    {"baseline_cycles", "cycles", 3.773e4, 0},
    {"baseline_cycles", "fertilizer_increase_cycles", 3.773e4, 0},
    {"cycles", "cycles_fertilizer_increase_output_parser", 6257, 0.000207},
    {"cycles", "cycles_output_summary", 6257, 0.000207},
    {"fertilizer_increase_cycles", "cycles_fertilizer_increase_output_parser", 6257, 0.000314},
    {"cycles_fertilizer_increase_output_parser", "cycles_fertilizer_increase_output_summary", 8391, 0.00954},
    {"cycles_output_summary", "cycles_plots", 1.034e5, 0.629},
});

constexpr auto k_blast_tasks = std::to_array<TaskType>({
    {"split_fasta", TaskSet::once, 1.325, 0.93, Output::pieces},
    {"blastall", TaskSet::members, 406.4, 1.44, Output::copies},
    {"cat_blast", TaskSet::once, 6.936, 0.972, Output::copies},
    {"cat", TaskSet::once, 0.01433, 0.312, Output::copies},
});
constexpr auto k_blast_files = std::to_array<FileType>({
    {"split_fasta", "blastall", 596, 1.29},
    {"blastall", "cat_blast", 1757, 1.31},
    {"blastall", "cat", 0, 0},
});

constexpr auto k_bwa_tasks = std::to_array<TaskType>({
    {"fastq_reduce", TaskSet::once, 2.509, 0.712, Output::pieces},
    {"bwa_index", TaskSet::once, 433.6, 1.14, Output::copies},
    {"bwa", TaskSet::members, 7.312, 0.818, Output::copies},
    {"cat_bwa", TaskSet::once, 183.5, 1.23, Output::copies},
    {"cat", TaskSet::once, 0.04831, 0.489, Output::copies},
});
constexpr auto k_bwa_files = std::to_array<FileType>({
    {"fastq_reduce", "bwa", 238.1, 0.2},
    {"bwa_index", "bwa", 9.572e5, 0.851},
    {"bwa", "cat_bwa", 2.734e4, 0.864},
    {"bwa", "cat", 1, 0},
});

constexpr auto k_epigenomics_tasks = std::to_array<TaskType>({
    {"fastqSplit", TaskSet::groups, 96.56, 1.86, Output::pieces},
    {"filterContams", TaskSet::members, 15.12, 0.631, Output::copies},
    {"sol2sanger", TaskSet::members, 9.614, 0.664, Output::copies},
    {"fast2bfq", TaskSet::members, 2.184, 0.764, Output::copies},
    {"map", TaskSet::members, 50.38, 0.354, Output::copies},
    {"mapMerge", TaskSet::groups, 7.559, 0.861, Output::copies},
    {"mapMergeAll", TaskSet::once, 7.559, 0.861, Output::copies},
    {"chr21", TaskSet::once, 24.55, 0.925, Output::copies},
    {"pileup", TaskSet::once, 29.57, 0.512, Output::copies},
});
constexpr auto k_epigenomics_files = std::to_array<FileType>({
    {"fastqSplit", "filterContams", 9.447e6, 0.375},
    {"filterContams", "sol2sanger", 8.63e6, 0.366},
    {"sol2sanger", "fast2bfq", 6.46e6, 0.366},
    {"fast2bfq", "map", 1.58e6, 0.379},
    {"map", "mapMerge", 6.76e5, 0.383},
    {"mapMerge", "mapMergeAll", 2.436e7, 0.433},
    {"mapMergeAll", "chr21", 9.134e7, 0.626},
    {"chr21", "pileup", 9.134e7, 0.626},
});

constexpr auto k_genome_tasks = std::to_array<TaskType>({
    {"individuals", TaskSet::members, 64.78, 0.291, Output::copies},
    {"individuals_merge", TaskSet::groups, 70.73, 0.409, Output::copies},
    {"sifting", TaskSet::groups, 4.395, 0.942, Output::copies},
    {"mutation_overlap", TaskSet::seven, 10.27, 1.18, Output::copies},
    {"frequency", TaskSet::seven, 123.8, 0.206, Output::copies},
});
constexpr auto k_genome_files = std::to_array<FileType>({
    {"individuals", "individuals_merge", 2.812e4, 0.0132},
    {"individuals_merge", "mutation_overlap", 2.474e4, 0.0178},
    {"individuals_merge", "frequency", 2.474e4, 0.0178},
    {"sifting", "mutation_overlap", 9.377e5, 0.512},
    {"sifting", "frequency", 9.377e5, 0.512},
});

constexpr auto k_seismology_tasks = std::to_array<TaskType>({
    {"sG1IterDecon", TaskSet::members, 0.5586, 0.989, Output::copies},
    {"wrapper_siftSTFByMisfit", TaskSet::once, 0.3245, 1.04, Output::copies},
});
constexpr auto k_seismology_files = std::to_array<FileType>({
    {"sG1IterDecon", "wrapper_siftSTFByMisfit", 6234, 0.652},
});

constexpr auto k_soykb_tasks = std::to_array<TaskType>({
    {"alignment_to_reference", TaskSet::groups, 51.77, 0.419, Output::copies},
    {"sort_sam", TaskSet::groups, 54.26, 0.455, Output::copies},
    {"dedup", TaskSet::groups, 62.9, 0.51, Output::copies},
    {"add_replace", TaskSet::groups, 58.5, 0.533, Output::copies},
    {"realign_target_creator", TaskSet::groups, 149.2, 0.372, Output::copies},
    {"indel_realign", TaskSet::groups, 98.12, 0.408, Output::copies},
    {"haplotype_caller", TaskSet::members, 125.4, 0.592, Output::copies},
    {"merge_gcvf", TaskSet::once, 1.479e4, 0.772, Output::copies},
    {"genotype_gvcfs", TaskSet::columns, 324, 0.588, Output::copies},
    {"combine_variants", TaskSet::once, 32.42, 1.49, Output::copies},
    {"select_variants_snp", TaskSet::once, 93.4, 0.52, Output::copies},
    {"filtering_snp", TaskSet::once, 31.97, 0.739, Output::copies},
    {"select_variants_indel", TaskSet::once, 92.82, 0.538, Output::copies},
    {"filtering_indel", TaskSet::once, 62.02, 1.54, Output::copies},
});
constexpr auto k_soykb_files = std::to_array<FileType>({
    {"alignment_to_reference", "sort_sam", 1.126e5, 0},
    {"sort_sam", "dedup", 1.64e5, 0},
    {"dedup", "add_replace", 1.649e5, 2.4e-06},
    {"add_replace", "realign_target_creator", 1.654e5, 4.32e-06},
    {"add_replace", "indel_realign", 1.654e5, 4.32e-06},
    {"realign_target_creator", "indel_realign", 40, 0},
    {"indel_realign", "haplotype_caller", 1.67e5, 4.87e-06},
    {"haplotype_caller", "merge_gcvf", 8.86e4, 0.047},
    {"haplotype_caller", "genotype_gvcfs", 8.86e4, 0.047},
    {"genotype_gvcfs", "combine_variants", 8.963e4, 0.0457},
    {"combine_variants", "select_variants_snp", 7.916e4, 0.0733},
    {"combine_variants", "select_variants_indel", 7.916e4, 0.0733},
    {"select_variants_snp", "filtering_snp", 7.934e4, 0.0613},
    {"select_variants_indel", "filtering_indel", 7e4, 0.0247},
});

constexpr auto k_srasearch_tasks = std::to_array<TaskType>({
    {"bowtie2-build", TaskSet::once, 12.94, 0.682, Output::copies},
    {"fasterq-dump", TaskSet::members, 1475, 0.598, Output::copies},
    {"bowtie2", TaskSet::members, 51.85, 0.399, Output::copies},
    {"merge", TaskSet::once, 0.1805, 0.583, Output::copies},
});
constexpr auto k_srasearch_files = std::to_array<FileType>({
    {"bowtie2-build", "bowtie2", 8.527e6, 0},
    {"fasterq-dump", "bowtie2", 1.521e9, 0.475},
    {"bowtie2", "merge", 340.1, 0.00134},
});

}  // namespace

std::span<const WorkflowRecipe> workflow_recipes() {
  static const std::vector<WorkflowRecipe> recipes{
      {"montage", {3}, {4, 12, 30, 36}, k_montage_tasks, k_montage_files},
      {"cycles", {1, 2, 5, 10}, {16}, k_cycles_tasks, k_cycles_files},
      {"blast", {1}, {40, 100, 300}, k_blast_tasks, k_blast_files},
      {"bwa", {1}, {100, 1000}, k_bwa_tasks, k_bwa_files},
      {"epigenomics", {1, 2, 3, 4, 5, 6, 7}, {9, 17, 28, 59, 70}, k_epigenomics_tasks, k_epigenomics_files},
      {"1000genome", {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}, {10, 25}, k_genome_tasks, k_genome_files},
      {"seismology", {1}, {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000}, k_seismology_tasks, k_seismology_files},
      {"soykb", {5, 10, 15, 20, 25}, {10, 20}, k_soykb_tasks, k_soykb_files},
      {"srasearch", {1}, {10, 20}, k_srasearch_tasks, k_srasearch_files},
  };
  return recipes;
}

}  // namespace palio
