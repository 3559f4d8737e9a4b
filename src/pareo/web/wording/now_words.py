"""What the page “Now” says: the stops of the day, where the event stands, the one next step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pareo.app.queries.rounds.coming_rounds import coming_rounds
from pareo.app.screens.day_progress import DayProgress, DayStage, PodNow, Stop
from pareo.core.tournament.tournament import Tournament
from pareo.locale.texts import Texts

_MAX_TABLES = 12


class NextStepText(NamedTuple):
    """The next step in words: a line above, the sentence, and a line below."""

    above: str
    title: str
    below: str = ""


class Reach(NamedTuple):
    """Where a published round can be seen: on phones, on screens."""

    phones: bool
    screens: bool


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Words:
    """The sentences of the page “Now” for one event, in one language."""

    def __init__(
        self,
        texts: Texts,
        pod: Callable[[str], str],
        t: Tournament,
        day: DayProgress,
        reach: Reach,
        *,
        winners: Sequence[Sequence[str]] = (),
    ) -> None:
        self.texts = texts
        self.winners = winners  # once all is played: of each division
        self.pod = pod
        self.t = t
        self.day = day
        self.reach = reach

    # --- the line of the day ----------------------------------------------------------------------------------------

    def stop(self, stop: Stop) -> str:
        _ = self.texts.gettext
        if stop.kind == "round":
            return self.round(stop.number)
        if stop.kind == "top":
            return _("Final") if stop.number == 2 else _("Top %(size)s") % {"size": stop.number}
        return _("Over") if stop.kind == "over" else _("Check-in")

    def leads(self, stop: Stop) -> str:
        """The page that a stop of the day leads to; empty while there is nothing to see."""
        if stop.kind == "check-in":
            return "/players"
        if stop.kind == "over":
            return "/standings" if stop.state else ""
        if not any(stop.round_no in p.rounds for p in self.t.pods.values()):
            return ""
        return "/bracket" if stop.kind == "top" else f"/rounds/{stop.round_no}"

    def state(self, stop: Stop) -> str:
        """The word under the stop where the event is now."""
        _ = self.texts.gettext
        state_words = {
            DayStage.DRAFT: _("draft"),
            DayStage.PUBLISHED: _("published"),
            DayStage.PLAYING: _("playing"),
            DayStage.TIME_UP: _("time is up"),
            DayStage.ALL_IN: _("all results in"),
            DayStage.NEXT_PHASE: _("all results in"),
            DayStage.STANDINGS: _("done"),
            DayStage.CLOSED: _("closed"),
        }
        return state_words.get(self.day.stage, "") if stop.state == "is" else ""

    def round(self, number: int) -> str:
        return self.texts.gettext("Round %(number)s") % {"number": number}

    def of_pod(self, pod: PodNow) -> str:
        """Which round a pod plays, to be shown after its name."""
        _ = self.texts.gettext
        if pod.bracket:
            players_left = 1 << (pod.last_round - pod.round_no + 1)
            return _("final") if players_left == 2 else _("top %(size)s") % {"size": players_left}
        if pod.round_no == pod.last_round:
            return _("round %(number)s of %(last)s, the last") % {"number": pod.round_no, "last": pod.last_round}
        return _("round %(number)s of %(last)s") % {"number": pod.round_no, "last": pod.last_round}

    # --- the next step ----------------------------------------------------------------------------------------------

    @property
    def now(self) -> str:
        """The current round, as the line of the day calls it."""
        current_stop = next((s for s in self.day.stops if s.state == "is"), None)
        return self.stop(current_stop) if current_stop is not None else self.round(self.day.round_no)

    @property
    def _following(self) -> Stop:
        after = [s for s in self.day.stops if not s.state]
        return after[0] if after and after[0].kind == "top" else Stop("round", coming_rounds(self.t)[-1])

    @property
    def following(self) -> str:
        """The next round, as the line of the day calls it."""
        return _capital(self.following_inside) if self._following.kind == "round" else self.stop(self._following)

    @property
    def now_inside(self) -> str:
        """The current round, inside a sentence."""
        current_stop = next((s for s in self.day.stops if s.state == "is"), None)
        if current_stop is not None and current_stop.kind == "top":
            return self._inside(current_stop)
        return self._rounds({p.round_no for p in self.day.about} or {self.day.round_no})

    @property
    def following_inside(self) -> str:
        """The next round, inside a sentence."""
        coming_next = self._following
        return self._inside(coming_next) if coming_next.kind == "top" else self._rounds(coming_rounds(self.t))

    @property
    def now_first(self) -> str:
        """The current round, at the head of a sentence."""
        return _capital(self.now_inside)

    def _inside(self, stop: Stop) -> str:
        _ = self.texts.gettext
        return _("the final") if stop.number == 2 else _("top %(size)s") % {"size": stop.number}

    def _rounds(self, numbers: Iterable[int]) -> str:
        """The rounds in words: “round 3”, or “round 2 + 3” where pods are out of step."""
        return self.texts.gettext("round %(number)s") % {"number": " + ".join(map(str, sorted(numbers)))}

    def says(self) -> NextStepText:
        _, ngettext = self.texts.gettext, self.texts.ngettext
        day, now = self.day, self.now
        all_in = _("%(round)s · all results in") % {"round": now}
        drawn = sum(p.tables for p in day.about)
        stages: dict[DayStage, Callable[[], NextStepText]] = {
            DayStage.EMPTY: lambda: NextStepText(_("Next step"), _("Enter the players"), self._lines()),
            DayStage.CHECK_IN: self._check_in,
            DayStage.DRAFT: lambda: NextStepText(
                _("Next step"),
                _("%(round)s is a draft. Only staff can see it.") % {"round": self.now_first},
                ngettext(
                    "%(num)s table. Tap a table to swap players.",
                    "%(num)s tables. Tap a table to swap players.",
                    drawn,
                )
                % {"num": drawn},
            ),
            DayStage.PUBLISHED: lambda: NextStepText(
                _("Next step"), self._published_sentence() % {"round": self.now_first}
            ),
            DayStage.PLAYING: lambda: NextStepText(
                _("%(round)s · playing") % {"round": now}, _("%(round)s, playing") % {"round": now}
            ),
            DayStage.TIME_UP: lambda: NextStepText(
                now,
                ngettext(
                    "Time is up; %(num)s table still playing", "Time is up; %(num)s tables still playing", self._open
                )
                % {"num": self._open},
            ),
            DayStage.ALL_IN: lambda: NextStepText(all_in, self._ready(), self._over()),
            DayStage.STANDINGS: lambda: NextStepText(
                _("%(round)s · finished") % {"round": now},
                _("Ready for %(next)s") % {"next": self.following_inside},
                self._over(),
            ),
            DayStage.NEXT_PHASE: lambda: NextStepText(
                all_in, _("%(next)s is paired") % {"next": _capital(self.following_inside)}, self._over()
            ),
            DayStage.OVER: lambda: NextStepText(_("Over"), self._champions(), self._figures()),
            DayStage.CLOSED: lambda: NextStepText(
                _("Closed"), _("Results are online") if self.reach.phones else _("The event is closed"), self._figures()
            ),
        }
        return stages[day.stage]()

    @property
    def meanwhile(self) -> str:
        """The rounds that are being played while the next step is about others."""
        rounds = ", ".join(self.round(number) for number in sorted({p.round_no for p in self.day.playing}))
        return self.texts.gettext("%(round)s · playing") % {"round": rounds}

    @property
    def _open(self) -> int:
        return self.day.tables - self.day.tables_done

    def _lines(self) -> str:
        """What a line of the player list holds, by the game."""
        _, rules = self.texts.gettext, self.t.ruleset
        if rules.entrant == "team":
            return _("One player per line: name, team. Add the word captain for one player in each team.")
        if rules.divisions:
            return _(
                "One player per line: name, birth year, club. With or without commas; we'll ask about anything unclear."
            )
        return _("One player per line: name, rating, club. With or without commas; we'll ask about anything unclear.")

    @property
    def example(self) -> str:
        """Example lines of the player list, with invented names."""
        if self.t.ruleset.entrant == "team":
            captain = self.texts.gettext("captain")
            return f"Ana Ferreiro, Grey Wings, {captain}\nBruno Salas, Grey Wings"
        middle = ("2016", "2017") if self.t.ruleset.divisions else ("1840", "1712")
        return f"Ana Ferreiro, {middle[0]}, Vigo Club\nBruno Salas, {middle[1]}\nLuca Bianchi"

    def _ready(self) -> str:
        _ = self.texts.gettext
        if self.t.ruleset.standings_first and not self.day.bracket:
            return _("Post standings, then pair %(next)s") % {"next": self.following_inside}
        return _("Ready for %(next)s") % {"next": self.following_inside}

    def _champions(self) -> str:
        """Who has won, or how many champions there are."""
        _, won = self.texts.gettext, self.winners
        if not won:
            return _("All rounds played")
        if len(won) > 1:
            by_number = {2: _("2 champions"), 3: _("3 champions")}
            return by_number.get(len(won)) or _("%(num)s champions") % {"num": len(won)}
        return _("%(name)s wins") % {"name": won[0][0]} if len(won[0]) == 1 else _("First place is tied")

    def _published_sentence(self) -> str:
        _ = self.texts.gettext
        if self.reach.phones:
            return (
                _("%(round)s is on screens and phones. Start it when everyone is seated.")
                if self.reach.screens
                else _("%(round)s is on players' phones. Start it when everyone is seated.")
            )
        return (
            _("%(round)s is on the screens. Start it when everyone is seated.")
            if self.reach.screens
            else _("%(round)s is published. Start it when everyone is seated.")
        )

    @property
    def publishing(self) -> str:
        """Where the round will be seen: the words after “Publish”."""
        _ = self.texts.gettext
        if self.reach.phones:
            return _("on screens and phones.") if self.reach.screens else _("on phones.")
        return _("on the screens.") if self.reach.screens else _("on the public pages.")

    def _check_in(self) -> NextStepText:
        _, day = self.texts.gettext, self.day
        if not day.here:
            entered = {"count": self.texts.number(day.players)}
            return NextStepText(
                _("Next step"),
                _("%(count)s players entered. Check them in.") % entered,
                _("No one is checked in, so everyone will be paired."),
            )
        title = _("%(here)s of %(count)s checked in. Pair round 1 when you're ready.")
        below = _("Only checked-in players are paired. Others can still join late.") if day.away else ""
        counts = {"here": self.texts.number(day.here), "count": self.texts.number(day.players)}
        return NextStepText(_("Next step"), title % counts, below)

    def _over(self) -> str:
        if not self.day.over:
            return ""
        names = ", ".join(self.pod(p.id) for p in self.day.over)
        return self.texts.gettext("%(pods)s: all rounds played.") % {"pods": names}

    def _figures(self) -> str:
        rounds = len({n for p in self.t.pods.values() for n in p.rounds})
        matches = sum(len(r.matches) for p in self.t.pods.values() for r in p.rounds.values())
        entrant_count, ngettext = len(self.t.entrants), self.texts.ngettext
        entrants = (
            ngettext("%(num)s team", "%(num)s teams", entrant_count)
            if self.t.ruleset.entrant == "team"
            else ngettext("%(num)s player", "%(num)s players", entrant_count)
        )
        counts = (
            (entrants, entrant_count),
            (ngettext("%(num)s round", "%(num)s rounds", rounds), rounds),
            (ngettext("%(num)s match", "%(num)s matches", matches), matches),
        )
        return ", ".join(text % {"num": self.texts.number(count)} for text, count in counts) + "."

    def tables(self, numbers: Sequence[int]) -> str:
        """The numbers of tables as a list, such as “1, 3, 6 …”."""
        return ", ".join(map(str, numbers[:_MAX_TABLES])) + (" …" if len(numbers) > _MAX_TABLES else "")
