"""The rules, applied to this project."""

import pathlib
import unittest

import rules

FOLDERS = [".ci", "cmake", "docs", "core", "plugin", "workloads", "platforms", "strategies", "storage", "runners",
           "analysis", "campaign", "tests"]


def review(problems):
    for problem in problems:
        print("review:", problem)


class Project(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = rules.read_tree(pathlib.Path(__file__).parents[2], FOLDERS)

    def expect_none(self, problems):
        if lines := list(problems):
            self.fail("\n" + "\n".join(lines))

    def test_is_found(self):
        self.assertIn("core/error.h", self.tree)

    def test_includes_follow_the_layers(self):
        self.expect_none(rules.layers(self.tree))

    def test_third_party_headers_belong_to_few_folders(self):
        self.expect_none(rules.third_party(self.tree))

    def test_headers_have_no_cycles(self):
        self.expect_none(rules.header_cycles(self.tree))

    def test_folders_depend_one_way(self):
        self.expect_none(rules.folder_cycles(self.tree))

    def test_headers_begin_with_pragma_once(self):
        self.expect_none(rules.pragma_once(self.tree))

    def test_every_header_is_included(self):
        self.expect_none(rules.unused_headers(self.tree))

    def test_files_are_short(self):
        review(rules.file_sizes(self.tree, rules.FILE_REVIEW))
        self.expect_none(rules.file_sizes(self.tree, rules.FILE_LIMIT))

    def test_folders_are_small(self):
        review(rules.folder_sizes(self.tree))

    def test_types_have_names_of_their_own(self):
        self.expect_none(rules.type_names(self.tree))

    def test_has_no_forbidden_words(self):
        self.expect_none(rules.words(self.tree))

    def test_files_are_written_in_one_way(self):
        self.expect_none(rules.writing(self.tree))

    def test_terminals_are_given_what_is_made_visible(self):
        self.expect_none(rules.printing(self.tree))

    def test_campaigns_are_asked_by_name(self):
        self.expect_none(rules.statements(self.tree))

    def test_json_is_parsed_in_linear_time(self):
        self.expect_none(rules.json_parsing(self.tree))
        self.expect_none(rules.toml_parsing(self.tree))


if __name__ == "__main__":
    unittest.main()
