import unittest

import pandas as pd

from timetable import travel_time

LOGBOOK = pd.read_csv("island-ferry/crossings.csv")
OTHER = pd.DataFrame({"tide": ["low", "high", "low", "mid", "high"], "minutes": [31, 25, 52, 27, 26]})


class TravelTimeTest(unittest.TestCase):
    def test_slowest_crossing_at_each_tide(self):
        for tide, minutes in [("low", 44), ("mid", 31), ("high", 29)]:
            self.assertEqual(travel_time(LOGBOOK, tide), minutes, f"This isn't the slowest crossing at {tide} tide.")

    def test_another_logbook(self):
        self.assertEqual(travel_time(OTHER, "low"), 52, "Use the logbook that the function gets, not the variable crossings.")
        self.assertEqual(travel_time(OTHER, "high"), 26, "Look only at crossings of the tide that the function gets.")

    def test_logbook_stays_as_it_is(self):
        before = OTHER.copy()
        travel_time(OTHER, "mid")
        self.assertTrue(OTHER.equals(before), "The function should only read the logbook, not change it.")
