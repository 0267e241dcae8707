"""The words of a definition: all that a module of `games` needs, in one place (CONTRIBUTING.md explains them)."""

from cadogan_games.engine.actions import Action, Spots, deal_row, redeal, shuffled_stock, turn
from cadogan_games.engine.auto import Auto, Local, bring, bring_next, during, refill, taker, turn_up, unless_idle
from cadogan_games.engine.cards import (
    ACE,
    ACES,
    ALL,
    BLACK,
    CLUBS,
    DIAMONDS,
    DOWN,
    HEARTS,
    JACK,
    JOKER,
    KING,
    KINGS,
    NOTHING,
    QUEEN,
    RED,
    SPADES,
    bare,
    card,
    cards_where,
    is_red,
    members,
    parse,
    rank_of,
    ranks,
    set_of,
    spoken,
    standard_order,
    suit_of,
    suits,
)
from cadogan_games.engine.conditions import (
    Condition,
    above_base,
    in_phase,
    is_the_waste,
    not_whole_into_space,
    redeals_left,
    spaces_filled,
    stock_and_waste_are_empty,
    stock_has_cards,
    stock_is_empty,
    waste_has_cards,
)
from cadogan_games.engine.deals import (
    Dealer,
    Step,
    packets,
    rest,
    round_passing,
    rounds,
    set_out,
    then,
    to_first,
    triangle,
)
from cadogan_games.engine.effects import change_over, deal_round, take_off, take_up
from cadogan_games.engine.game import Line, Patience
from cadogan_games.engine.goals import Goal, all_home, all_on, cards_on
from cadogan_games.engine.groups import OF_RANK, Group, each_suit
from cadogan_games.engine.kinds import discard, fixed, foundations, foundations_alike, reserve, stock, tableau, waste
from cadogan_games.engine.layout import Order, Tally
from cadogan_games.engine.plays import Play, face_up_of, run_length, runs_of, top_of, whole_pile_of, whole_run_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.refusals import Refusal, refused, some_of
from cadogan_games.engine.regather import deal_again, gathered, in_packets, in_rounds, lay_anew
from cadogan_games.engine.relations import (
    Relation,
    alternate_colour,
    anything,
    down,
    down_from,
    down_wrapping,
    never,
    relation,
    same_colour,
    same_rank,
    same_suit,
    sequence,
    step,
    up,
    up_from,
    up_wrapping,
)
from cadogan_games.engine.rows import deal_next_row, lay_row, row_of
from cadogan_games.engine.runs import (
    ends_with_whole_run,
    in_suit,
    joins,
    runs_go_home,
    send_home,
    take_run_home,
    whole_runs_only,
)
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Move, Table
from cadogan_games.registry import patience

# fmt: off
__all__ = [
    "ACE", "ACES", "ALL", "BLACK", "CLUBS", "DIAMONDS", "DOWN", "HEARTS", "JACK", "JOKER", "KING", "KINGS", "NOTHING",
    "OF_RANK", "QUEEN", "RED", "SPADES", "Action", "Auto", "Condition", "Dealer", "Goal", "Group", "Line", "Local",
    "Move", "Order", "Patience", "Play", "Refusal", "Relation", "Spots", "Step", "Table", "Tally", "above_base",
    "all_home", "all_on", "alternate_colour", "anything", "bare", "bring", "bring_next", "card", "cards_on",
    "cards_where", "change_over", "deal_again", "deal_next_row", "deal_round", "deal_row", "discard", "down",
    "down_from", "down_wrapping", "during", "each_suit", "ends_with_whole_run", "face_up_of", "fixed", "foundations",
    "foundations_alike", "gathered", "in_packets", "in_phase", "in_rounds", "in_suit", "is_red", "is_the_waste",
    "joins", "lay_anew", "lay_row", "members", "never", "not_whole_into_space", "packets", "parse", "patience",
    "rank_of", "ranks", "redeal", "redeals_left", "redealt", "refill", "refill_choices", "refilled", "refused",
    "relation", "reserve", "rest", "round_passing", "rounds", "row_of", "run_length", "runs_go_home", "runs_of",
    "same_colour", "same_rank", "same_suit", "send_home", "sequence", "set_of", "set_out", "shuffled_stock",
    "some_of", "spaces_filled", "spoken", "standard_order", "step", "stock", "stock_and_waste_are_empty",
    "stock_has_cards", "stock_is_empty", "suit_of", "suits", "tableau", "take_off", "take_run_home", "take_up",
    "taker", "then", "to_first", "top_of", "triangle", "turn", "turn_up", "unless_idle", "up", "up_from",
    "up_wrapping", "waste", "waste_has_cards", "whole_pile_of", "whole_run_of", "whole_runs_only",
]
# fmt: on
