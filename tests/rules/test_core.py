"""What all games stand on: fair and repeatable draws, options, plain data, positions, errors, outcomes."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError, dataclass
from itertools import permutations
from random import Random

import pytest

from tavola.rules import GAMES, BadOption, NotLegal, NotUnderstood, Outcome, TavolaError
from tavola.rules.chance import Rng, below, pick, shuffled
from tavola.rules.options import Options, choice, number
from tavola.rules.position import read_position, split, write_position
from tests.contract.games import PLAIN, Case

SHUFFLED_1 = (1, 9, 5, 0, 3, 7, 4, 6, 8, 2)
PICKED = "bfdfabbc"
BELOW_1000 = [224, 644, 421, 691, 89]
WORD_TAVOLA = 4380978928661880674
RANDOM_1 = 0.6295287948578951

# --- Chance --------------------------------------------------------------------------------------------------


def test_rng_is_splitmix64() -> None:
    """The first numbers that its authors' program gives from the state 1234567."""
    rng = Rng()
    rng.setstate((1234567,))
    assert [rng.getrandbits(64) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_same_seed_gives_the_same_draws_for_ever() -> None:
    assert shuffled(Rng(1), range(10)) == SHUFFLED_1
    assert "".join(pick(Rng(seed), "abcdef") for seed in range(8)) == PICKED
    assert [below(Rng(seed), 1000) for seed in range(5)] == BELOW_1000
    assert Rng("tavola").getrandbits(64) == WORD_TAVOLA
    assert Rng(1).random() == RANDOM_1


def test_seeds_are_numbers_or_texts_and_differ() -> None:
    seeds: list[int | str] = [*range(-50, 50), 10**30, "", "a", "b", "à"]
    assert len({Rng(seed).getrandbits(64) for seed in seeds}) == len(seeds)
    rng = Rng(7)
    first = [rng.getrandbits(32) for _ in range(4)]
    rng.seed(7)
    assert [rng.getrandbits(32) for _ in range(4)] == first


@pytest.mark.parametrize("bits", [0, 1, 7, 31, 64, 65, 130])
def test_bits_fill_their_range(bits: int) -> None:
    rng = Rng("bits")
    drawn = [rng.getrandbits(bits) for _ in range(200)]
    assert all(0 <= number < 1 << bits for number in drawn)
    for bit in range(bits):
        assert 60 < sum(number >> bit & 1 for number in drawn) < 140


def test_random_numbers_lie_between_nothing_and_one() -> None:
    rng = Rng("floats")
    drawn = [rng.random() for _ in range(4000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1
    assert 0.48 < sum(drawn) / len(drawn) < 0.52


def test_an_rng_can_be_copied_and_taken_back() -> None:
    rng = Rng("copies")
    rng.getrandbits(9)
    saved = rng.getstate()
    twins = [copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    following = [rng.getrandbits(40) for _ in range(5)]
    for twin in twins:
        assert [twin.getrandbits(40) for _ in range(5)] == following
    rng.setstate(saved)
    assert [rng.getrandbits(40) for _ in range(5)] == following


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 8, 25, 60])
def test_below_is_fair(n: int) -> None:
    rng = Rng("below")
    counts = Counter(below(rng, n) for _ in range(400 * n))
    assert set(counts) == set(range(n))
    assert all(300 < count < 500 for count in counts.values())


class Impatient(Random):
    """Gives up when asked too often."""

    asked = 0

    def getrandbits(self, k: int) -> int:
        self.asked += 1
        if self.asked > 100:
            raise TimeoutError("this never ends")
        return super().getrandbits(k)


def test_there_is_nothing_to_pick_among_nothing() -> None:
    with pytest.raises((IndexError, ValueError)):
        pick(Impatient(1), [])
    with pytest.raises((IndexError, ValueError)):
        below(Impatient(1), 0)


def test_pick_takes_each_item_equally_often() -> None:
    rng = Rng("pick")
    counts = Counter(pick(rng, "abcde") for _ in range(5000))
    assert all(880 < counts[letter] < 1120 for letter in "abcde")


def test_every_order_is_equally_likely() -> None:
    rng = Rng("orders")
    counts = Counter(shuffled(rng, "abcd") for _ in range(24 * 500))
    assert set(counts) == set(permutations("abcd"))
    assert all(400 < count < 600 for count in counts.values())


def test_shuffling_keeps_all_and_changes_nothing() -> None:
    deck = [1, 2, 2, 3, 3, 3]
    assert Counter(shuffled(Rng(3), deck)) == Counter(deck)
    assert deck == [1, 2, 2, 3, 3, 3]
    assert shuffled(Rng(3), ()) == ()
    assert shuffled(Rng(3), "a") == ("a",)


def test_draws_work_with_any_random() -> None:
    assert Counter(shuffled(Random(1), range(20))) == Counter(range(20))
    assert pick(Random(1), "abc") in "abc"


# --- Options -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table(Options):
    """Options to test on."""

    size: int = choice("tableSize", 4, 6)
    cloth: str = choice("cloth", "green", "red")
    lamps: int = number("lamps", 2, 1, 12)
    limit: int | None = number("timeLimit", None, 10, 99, off=True)


def test_options_read_what_people_write() -> None:
    given = {"tableSize": "6", "cloth": "red", "lamps": "12", "timeLimit": "10"}
    assert Table.of(given) == Table(6, "red", 12, 10)
    assert Table.of({"timeLimit": "off"}) == Table()
    assert Table.of(given).written() == given
    assert Table().written(all_of_them=True) == {
        "tableSize": "4",
        "cloth": "green",
        "lamps": "2",
        "timeLimit": "off",
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"tableSize": "5"}, "tableSize cannot be 5: choose 4 or 6."),
        ({"cloth": "Green"}, "cloth cannot be Green: choose green or red."),
        ({"lamps": "0"}, "lamps cannot be 0: choose a whole number from 1 to 12."),
        ({"lamps": "off"}, "lamps cannot be off: choose a whole number from 1 to 12."),
        ({"timeLimit": "100"}, "timeLimit cannot be 100: choose off or a whole number from 10 to 99."),
        ({"lamp": "1"}, "There is no option lamp here: choose among tableSize, cloth, lamps, timeLimit."),
    ],
)
def test_options_refuse_the_rest_and_name_the_choices(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        Table.of(given)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("value", [" 6", "6 ", "+6", "6.0", "0x6", "٦", "6_0", "1e1"])
def test_numbers_are_written_plainly(value: str) -> None:
    with pytest.raises(BadOption):
        Table.of({"tableSize": value})
    with pytest.raises(BadOption):
        Table.of({"lamps": value})


def test_options_are_values() -> None:
    assert Table() == Table(4)
    assert hash(Table()) == hash(Table(4))
    assert Table(6) != Table()
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        Table().size = 6  # type: ignore[misc]


def test_choices_can_be_shown() -> None:
    shown = Table.choices()
    assert list(shown) == ["tableSize", "cloth", "lamps", "timeLimit"]
    assert shown["cloth"] == "green or red (default green)"
    assert shown["timeLimit"] == "off or a whole number from 10 to 99 (default off)"


# --- Positions -----------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Table, dict[str, str]]:
    """A position of a game with two fields."""
    return read_position(text, "billiards", Table, ["balls", "cue"])


def test_a_position_is_one_line() -> None:
    line = write_position("billiards", Table(6), {"balls": "1,2", "cue": ""})
    assert line == "billiards tableSize=6 / balls=1,2 cue="
    assert read(line) == (Table(6), {"balls": "1,2", "cue": ""})
    assert read(f"  {line.replace(' ', '   ')} \n") == read(line)
    assert write_position("billiards", Table(), {"balls": "3"}) == "billiards / balls=3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/",
        "billiards",
        "billiards /",
        "billiards balls=1 cue=2",
        "snooker / balls=1 cue=2",
        "billiards / balls=1",
        "billiards / cue=2 balls=1",
        "billiards / balls=1 cue=2 chalk=3",
        "billiards / balls=1 balls=1",
        "billiards / balls cue=2",
        "billiards size=6 / balls=1 cue=2",
        "billiards tableSize=7 / balls=1 cue=2",
        "billiards tableSize / balls=1 cue=2",
        "billiards / / balls=1 cue=2",
    ],
)
def test_other_lines_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"\.$"):
        read(text)


def test_lists_are_split_at_their_marks() -> None:
    assert split("", ",") == []
    assert split("a", ",") == ["a"]
    assert split("a,b", ",") == ["a", "b"]
    assert split("a,b", ",", 2) == ["a", "b"]
    assert split("|", "|", 2) == ["", ""]
    assert split("", "|", 1) == [""]
    for text, count in (("a,b", 3), ("", 2), ("a,b", 1)):
        with pytest.raises(NotUnderstood, match=r"\.$"):
            split(text, ",", count)


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_a_position_of_another_game_is_not_understood(case: Case) -> None:
    line = case.game.to_position(case.initial())
    for game in GAMES.values():
        if game is not case.game:
            with pytest.raises(NotUnderstood, match=r"\.$"):
                game.from_position(line)


# --- Errors and outcomes -------------------------------------------------------------------------------------


def test_errors_are_of_one_family() -> None:
    assert issubclass(NotLegal, TavolaError)
    assert issubclass(NotUnderstood, TavolaError)
    assert issubclass(BadOption, TavolaError)
    assert NotLegal("No.").rule == ""
    assert NotLegal("No.", "LC-012").rule == "LC-012"
    assert str(NotLegal("No.", "LC-012")) == "No."


def test_a_refusal_travels_between_processes() -> None:
    error = pickle.loads(pickle.dumps(NotLegal("No.", "LC-012")))
    assert (str(error), error.rule) == ("No.", "LC-012")


def test_winners_have_the_first_place() -> None:
    assert Outcome(("rounds",), (2, 1, 3), (5, 9, 1)).winners == (1,)
    assert Outcome(("rounds",), (1, 3, 1), (5, 1, 5)).winners == (0, 2)
