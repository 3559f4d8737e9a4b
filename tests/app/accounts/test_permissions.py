"""What a role may do, at one event and at all of them."""

from __future__ import annotations

import pytest

from pareo.app.accounts.permissions import ROLES, Grant, Identity, Right, Role, chosen_role, rights_of, token_roles
from pareo.core.text.errors import BadInput
from support.errors import raises_code


@pytest.mark.parametrize("role", ROLES.values(), ids=lambda role: role.id)
def test_the_people_of_all_events_are_for_roles_at_all_events(role: Role) -> None:
    assert rights_of(role, "*") == role.rights
    assert rights_of(role, "copa") == role.rights - {Right.DIRECTORY}


def test_an_owner_of_everything_sees_the_directory_and_one_of_an_event_does_not() -> None:
    assert Right.DIRECTORY in rights_of(Role.OWNER, "*")
    assert Right.DIRECTORY not in rights_of(Role.OWNER, "copa")


@pytest.mark.parametrize("role", ROLES.values(), ids=lambda role: role.id)
def test_a_role_at_one_event_is_none_at_another(role: Role) -> None:
    here = Identity("Elsa", (Grant(role, "copa"),))
    for right in Right:
        assert here.may(right, "copa") == (right is Right.PUBLIC or right in rights_of(role, "copa"))
        assert here.may(right, "liga") == (right is Right.PUBLIC)


def test_a_role_is_one_of_those_that_may_be_chosen() -> None:
    first = token_roles()[0]
    assert chosen_role(first.id, token_roles()) is first
    with raises_code(BadInput, "bad-role-choice", says=first.id):
        chosen_role("emperor", token_roles())
    assert [len(role.rights) for role in token_roles()] == sorted(len(role.rights) for role in token_roles())
    assert all(role.for_programs for role in token_roles())
