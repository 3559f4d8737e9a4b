"""What an event committed to when it was created: one root over the seeds of all its draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draws:
    """The commitment to the seeds of all draws: the root of their tree, and its shape."""

    root: str
    pods: tuple[str, ...]
    rounds: int
    drafts: int

    @property
    def leaves(self) -> int:
        return len(self.pods) * (self.rounds + 1) * self.drafts

    def place(self, pod: str, round_no: int, draft: int) -> int | None:
        """The index of a draw's leaf in the tree; None for a draw beyond the tree."""
        if pod not in self.pods or not 0 <= round_no <= self.rounds or not 1 <= draft <= self.drafts:
            return None
        return (self.pods.index(pod) * (self.rounds + 1) + round_no) * self.drafts + draft - 1
