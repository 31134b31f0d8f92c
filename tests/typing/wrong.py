"""A user's script with mistakes: a strict type checker finds each of them.

Each line it must complain about has a comment: `# wrong: ` and the checker's rule.
"""

import kifu
from kifu.replayer.goita.record import Record

record = kifu.loads("", type=Record)
record.deals  # wrong: reportAttributeAccessIssue
record.rounds[0].winer  # wrong: reportAttributeAccessIssue
kifu.loads("").rounds  # wrong: reportAttributeAccessIssue
kifu.lods("")  # wrong: reportAttributeAccessIssue
kifu.view(record, "0")  # wrong: reportArgumentType
kifu.view(record, 0).deals  # wrong: reportAttributeAccessIssue
kifu.replay(record)[0].steps[-1].state.score.points  # wrong: reportAttributeAccessIssue
kifu.replay(record)[0].stepz  # wrong: reportAttributeAccessIssue
kifu.validate("")[0].colum  # wrong: reportAttributeAccessIssue
kifu.dumps("text")  # wrong: reportArgumentType
kifu.branch(record, 1, ["0"], 1, (), "name").deals  # wrong: reportAttributeAccessIssue
next(kifu.read("")).record.rounds  # wrong: reportOptionalMemberAccess
