"""Holds lines against the schema of commands: check_lines.py SCHEMA KIND, where KIND is question or answer; lines on
standard input. Prints how many there were."""

import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/" + sys.argv[2], "$defs": schema["$defs"]})
lines = [json.loads(line) for line in sys.stdin]
for line in lines:
    validator.validate(line)
print(len(lines))
