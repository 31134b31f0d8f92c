"""Scotland Yard obeys the laws for all games."""

from kifu.testing import AllLaws


class TestScotlandYard(AllLaws):
    """All laws, each as a test; tests specific to this game can be added."""

    name = "scotlandyard"
