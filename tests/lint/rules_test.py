"""Each rule on made-up trees. Forbidden texts are put together from pieces, as in the rules."""

import pathlib
import tempfile
import unittest

import rules


class RuleTest(unittest.TestCase):
    def check(self, rule, texts, *problems):
        """`texts` are the tree's, by path."""
        tree = {path: rules.lines_of(texts[path]) for path in sorted(texts)}
        self.assertEqual(list(rule(tree)), list(problems))


class Trees(unittest.TestCase):
    def test_text_of_the_folders_and_the_root_is_read(self):
        with tempfile.TemporaryDirectory() as root:
            files = {"core/deep/a.h": b"int a;\n\nint b;", "NOTES.md": b"", ".git": b"gitdir: elsewhere\n",
                     "core/a.bin": b"\0 text\n", "build/b.h": b"int b;\n"}
            for path, content in files.items():
                file = pathlib.Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            tree = rules.read_tree(root, ["core", "missing"])
        self.assertEqual(list(tree.items()), [("NOTES.md", []), ("core/deep/a.h", ["int a;", "", "int b;"])])


class Layers(RuleTest):
    def test_an_include_upwards_is_a_problem(self):
        self.check(rules.layers, {"core/a.h": '#pragma once\n#include "storage/b.h"\n'},
                   'core/a.h:2: core may not include storage, but includes "storage/b.h"')

    def test_an_include_sideways_is_a_problem(self):
        self.check(rules.layers, {"storage/a.cpp": '#include "runners/b.h"\n'},
                   'storage/a.cpp:1: storage may not include runners, but includes "runners/b.h"')

    def test_a_folder_below_another_follows_its_own_row(self):
        self.check(rules.layers, {"campaign/study/a.cpp": '#include "runners/b.h"\n',
                                  "campaign/run/a.cpp": '#include "runners/b.h"\n#include "campaign/duel/b.h"\n'},
                   'campaign/run/a.cpp:2: campaign may not include campaign/duel, but includes "campaign/duel/b.h"',
                   'campaign/study/a.cpp:1: campaign/study may not include runners, but includes "runners/b.h"')

    def test_includes_downwards_and_within_a_folder_are_fine(self):
        self.check(rules.layers, {
            "storage/a.cpp": '#include "core/b.h"\n#include "storage/deep/c.h"\n',
            "campaign/cli/run.cpp": '#include "campaign/plan/plan.h"\n#include "core/b.h"\n',
            "tests/storage/a_test.cpp": '#include "campaign/cli/run.h"\n'})

    def test_the_campaign_does_not_know_its_command_line(self):
        self.check(rules.layers, {"campaign/run/plan.cpp": '#include "campaign/cli/run.h"\n'},
                   'campaign/run/plan.cpp:1: campaign may not include campaign/cli, but includes "campaign/cli/run.h"')

    def test_nothing_includes_tests(self):
        self.check(rules.layers, {"core/a.cpp": '#include "tests/support/b.h"\n'},
                   'core/a.cpp:1: core may not include tests, but includes "tests/support/b.h"')

    def test_an_include_relative_to_its_file_is_a_problem(self):
        self.check(rules.layers, {"core/a.cpp": '#include "b.h"\n'},
                   'core/a.cpp:1: "b.h" is not written from the root of the tree')

    def test_includes_in_comments_texts_and_documents_do_not_count(self):
        line = '#include "storage/b.h"'
        self.check(rules.layers, {"core/a.cpp": f'// {line}\nwrite("{line}");\n', "core/README.md": line + "\n"})


class ThirdParty(RuleTest):
    def test_a_library_in_another_folder_is_a_problem(self):
        self.check(rules.third_party,
                   {"campaign/a.cpp": "#include <SQLiteCpp/Database.h>\n",
                    "campaign/plan/plan.cpp": "#include <oneapi/tbb/task_arena.h>\n",
                    "runners/a.cpp": "#include <simgrid/s4u.hpp>\n"},
                   "campaign/a.cpp:1: <SQLiteCpp/Database.h> belongs to storage/ alone",
                   "campaign/plan/plan.cpp:1: <oneapi/tbb/task_arena.h> belongs to campaign/run/executor, "
                   "campaign/duel/duel_search alone",
                   "runners/a.cpp:1: <simgrid/s4u.hpp> belongs to runners/engines/simgrid/, tests/bench/engines/bare_loop/ "
                   "alone")

    def test_quotes_do_not_hide_a_library(self):
        self.check(rules.third_party, {"core/a.cpp": '#include "sqlite3.h"\n'},
                   "core/a.cpp:1: <sqlite3.h> belongs to storage/ alone")

    def test_study_files_are_not_read_by_the_command_line(self):
        self.check(rules.third_party,
                   {"campaign/cli/a.cpp": "#include <toml++/toml.h>\n",
                    "campaign/study.cpp": "#include <toml++/toml.h>\n"},
                   "campaign/cli/a.cpp:1: <toml++/toml.h> belongs to core/toml/, campaign/ alone")

    def test_an_unlisted_library_is_a_problem(self):
        self.check(rules.third_party, {"core/a.cpp": "#include <vector>\n#include <boost/graph/graph.hpp>\n"},
                   "core/a.cpp:2: <boost/graph/graph.hpp> belongs to no library of the table in tests/lint/rules.py")

    def test_a_folder_and_its_tests_may_use_its_library(self):
        self.check(rules.third_party, {
            "storage/a.cpp": "#include <sqlite3.h>\n#include <sys/stat.h>\n#include <map>\n",
            "tests/runners/engines/simgrid/a_test.cpp": "#include <simgrid/s4u.hpp>\n",
            "campaign/run/executor.cpp": "#include <tbb/task_arena.h>\n"})


class HeaderCycles(RuleTest):
    def test_a_way_back_is_a_problem(self):
        self.check(rules.header_cycles,
                   {"core/a.h": '#include "core/b.h"\n',
                    "core/b.h": '#include "core/c.h"\n',
                    "core/c.h": '#include "core/a.h"\n'},
                   "core/a.h: includes itself: core/a.h > core/b.h > core/c.h > core/a.h")

    def test_two_ways_to_one_header_are_fine(self):
        self.check(rules.header_cycles, {
            "core/a.h": '#include "core/b.h"\n#include "core/c.h"\n',
            "core/b.h": '#include "core/c.h"\n',
            "core/c.h": ""})


class FolderCycles(RuleTest):
    def test_a_way_back_is_a_problem_with_the_places_that_make_it(self):
        self.check(rules.folder_cycles,
                   {"campaign/plan/a.cpp": '\n#include "campaign/run/b.h"\n',
                    "campaign/plan/c.h": "",
                    "campaign/run/b.h": "",
                    "campaign/run/d.cpp": '#include "campaign/run/b.h"\n#include "campaign/plan/c.h"\n'},
                   "campaign/plan: the folder depends on itself: campaign/plan > campaign/run (campaign/plan/a.cpp:2) "
                   "> campaign/plan (campaign/run/d.cpp:2)")

    def test_a_folder_is_another_one_than_that_above(self):
        self.check(rules.folder_cycles,
                   {"core/a.cpp": '#include "core/text/b.h"\n',
                    "core/d.h": "",
                    "core/text/b.h": '#include "core/text/c.h"\n',
                    "core/text/c.h": '#include "core/d.h"\n'},
                   "core: the folder depends on itself: core > core/text (core/a.cpp:1) > core (core/text/c.h:1)")

    def test_one_way_is_fine(self):
        self.check(rules.folder_cycles, {
            "campaign/run/a.cpp": '#include "campaign/plan/b.h"\n#include "core/c.h"\n',
            "campaign/plan/b.h": '#include "core/c.h"\n',
            "core/c.h": ""})


class PragmaOnce(RuleTest):
    def test_a_header_without_it_is_a_problem(self):
        self.check(rules.pragma_once, {"core/a.h": "#include <map>\n", "core/b.h": "", "core/c.h": "#pragma once\n"},
                   "core/a.h:1: the first line of a header is #pragma once",
                   "core/b.h:1: the first line of a header is #pragma once")


class UnusedHeaders(RuleTest):
    def test_a_header_that_nobody_includes_is_a_problem(self):
        self.check(rules.unused_headers,
                   {"core/a.cpp": '#include "core/a.h"\n', "core/a.h": "", "core/b.h": ""},
                   "core/b.h: no file includes it")

    def test_headers_of_plugins_are_included_as_others_find_them(self):
        self.check(rules.unused_headers,
                   {"plugin/palio/a.h": '#include "palio/b.h"\n',
                    "plugin/palio/b.h": "",
                    "plugin/palio/c.h": '#include "plugin/palio/c.h"\n'},
                   "plugin/palio/a.h: no file includes it")


class Sizes(RuleTest):
    def test_a_file_with_one_line_too_many_is_a_problem(self):
        texts = {"core/a.cpp": "x();\n" * 600, "core/b.cpp": "x();\n" * 601, "core/c.md": "x\n" * 601}
        self.check(lambda tree: rules.file_sizes(tree, rules.FILE_LIMIT), texts, "core/b.cpp: 601 lines, more than 600")

    def test_a_folder_with_one_unit_too_many_is_worth_a_look(self):
        texts = {"core/deep/a.h": "", "core/CMakeLists.txt": ""}
        for folder, units in {"core": 20, "storage": 21, "tests/storage": 21}.items():
            for unit in range(units):
                texts |= {f"{folder}/{unit}.h": "", f"{folder}/{unit}.cpp": ""}
        self.check(rules.folder_sizes, texts, "storage: 21 units, more than 20")


class TypeNames(RuleTest):
    def test_one_name_in_two_headers_is_a_problem(self):
        self.check(rules.type_names,
                   {"analysis/a.h": "struct Pair {\n};\n", "core/b.h": "\nclass Pair : public Base {\n"},
                   "core/b.h:2: Pair is also the name of a type at analysis/a.h:1")

    def test_declarations_nested_types_sources_and_tests_are_fine(self):
        self.check(rules.type_names, {
            "core/a.h": "struct Pair {\n  struct Part {\n  };\n};\nstruct Part {\n};\n",
            "core/b.h": "struct Pair;\nenum class Pairs { a };\n",
            "core/c.cpp": "struct Pair {\n};\n",
            "tests/d.h": "struct Pair {\n};\n"})


class Words(RuleTest):
    def test_marks_of_unfinished_work_are_problems(self):
        for mark in ["TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK"]:
            self.check(rules.words, {"NOTES.md": mark + "\n", "core/a.cpp": f"int x;\n// {mark}: later, {mark}\n"},
                       f'NOTES.md:1: contains "{mark}"', f'core/a.cpp:2: contains "{mark}"')

    def test_paths_of_one_machine_are_problems(self):
        for path in ["/" "work/", "/" "farm/", "/" "tmp/bash", ".." "/shared"]:
            self.check(rules.words, {"README.md": path + "\n", "core/a.cpp": f'open("{path}main");\n'},
                       f'README.md:1: contains "{path}"', f'core/a.cpp:1: contains "{path}"')

    def test_parts_of_words_and_of_relative_paths_are_fine(self):
        self.check(rules.words, {
            "core/a.cpp": 'mkstemp("a-XX' 'XXXX");\n#include "net/work/link.h"\n',
            "docs/a.md": "./work/a, ${folder}/work/a, net-/work/a\n"})


class Ways(RuleTest):
    def test_writing_in_another_way_than_the_one_is_a_problem_of_the_product(self):
        made = "open(file, O_CREAT);\n"
        self.check(rules.writing,
                   {"analysis/a.cpp": "int a;\nstd::ofstream file(name);\n",
                    "core/text/new_file.cpp": made, "runners/a.cpp": made, "tests/a.cpp": made, "docs/a.md": made},
                   "analysis/a.cpp:2: ofstream writes a file; core/text/new_file.h is the one way",
                   "runners/a.cpp:1: O_CREAT writes a file; core/text/new_file.h is the one way")

    def test_printing_past_the_one_way_is_a_problem_of_the_product(self):
        self.check(rules.printing,
                   {"campaign/a.cpp": 'fmt::print("{}", name);\n', "core/text/talk.h": "fwrite(text);\n"},
                   "campaign/a.cpp:1: fmt::print( prints; talk() and say() of core/text/talk.h are the one way")

    def test_statements_of_campaign_other_than_the_users_are_problems(self):
        asked = "reader.query(sql);\n"
        self.check(rules.statements,
                   {"analysis/a.cpp": asked, "campaign/cli/commands/query_command.cpp": asked,
                    "campaign/plan/a.cpp": asked},
                   "campaign/plan/a.cpp:1: asks in SQL; give the question a name in storage/read/")

    def test_parsing_toml_past_the_one_way_is_a_problem_of_the_product(self):
        parsed = "toml::" "parse(text);\n"
        self.check(rules.toml_parsing,
                   {"core/toml/toml_text.cpp": parsed, "tests/a.cpp": parsed, "campaign/a.cpp": parsed},
                   "campaign/a.cpp:1: toml::" "parse( parses TOML; parsed_toml() is the one way")

    def test_parsing_json_with_a_callback_is_a_problem(self):
        self.check(rules.json_parsing,
                   {"runners/a.cpp": "json::parse(line, [](int, json::parse_" "event_t, json&) {\n",
                    "runners/b.cpp": "json::parse(line);\n} catch (json::parse_error&) {\n"},
                   "runners/a.cpp:1: parses JSON with a callback, in quadratic time; use json_document()")


if __name__ == "__main__":
    unittest.main()
