"""A move: a rule, what it takes, when it is allowed, and every way it can refuse."""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from app.rules.dice import Dice
from app.rules.refusal import Refusal
from app.rules.sheet import Sheet

Args: TypeAlias = Mapping[str, Any]
Values: TypeAlias = Collection[int | str]

Stands: TypeAlias = Callable[[Sheet, Args], Mapping[str, object]]
"""The fields of an absolute move as they stand on the sheet; None for what is no longer there."""

OVERRULE = "malgre_tout"
"""The one parameter by which a paragraph of the book overrules a rule, in every move."""


class Rule(Protocol):
    """A pure function from sheet, dice and typed parameters to the sheet. Raises Refusal."""

    __name__: str

    def __call__(self, sheet: Sheet, dice: Dice, /, **params: Any) -> Sheet: ...  # noqa: ANN401


@dataclass(frozen=True)
class Guard:
    """A condition on the sheet, and the refusal where it does not hold; `yields` to `malgre_tout`."""

    code: str
    holds: Callable[[Sheet], bool]
    yields: bool = False


@dataclass(frozen=True)
class Choice:
    """The values a field can take on this sheet, and the refusal of any other.

    `blocked` tells why a value cannot be chosen now, so that a page may show it with its reason.
    """

    of: Callable[[Sheet], Values]
    code: str
    blocked: Callable[[Sheet], Mapping[str, str]] = lambda _: {}


@dataclass(frozen=True)
class Legal:
    """A move that can be played now: its choices, and the guards only `malgre_tout` would pass."""

    choices: Mapping[str, Values] = field(default_factory=dict)
    against: tuple[str, ...] = ()


class BadInput(Exception):
    """What was entered is of the wrong type or out of bounds; `errors` are pydantic's."""

    def __init__(self, error: ValidationError) -> None:
        super().__init__(str(error))
        self.errors = error.errors(include_url=False)


@dataclass(frozen=True)
class Move:
    """One gesture of a series. `stands` tells what an absolute move's fields read now; `groups` are the
    rule's parameters that are groups of fields, such as a foe's card."""

    name: str
    rule: Rule
    params: type[BaseModel]
    guards: tuple[Guard, ...]
    choices: Mapping[str, Choice]
    refusals: frozenset[str]
    stands: Stands | None = None
    groups: Mapping[str, type[BaseModel]] = field(default_factory=dict)

    @property
    def meaning(self) -> str:
        return inspect.getdoc(self.rule) or ""

    def read(self, raw: Mapping[str, object]) -> dict[str, Any]:
        """The parameters, typed and within bounds. Raises BadInput."""
        try:
            return dict(self.params.model_validate(raw))
        except ValidationError as error:
            raise BadInput(error) from None

    def legal(self, sheet: Sheet, holds: Callable[[Guard], bool] | None = None) -> Legal | None:
        """Its choices, if it can be played now; None where it would be refused whatever is chosen.

        `holds` may remember what guards said of this sheet: moves share most of theirs.
        """
        failing = []
        for guard in self.guards:
            if not (holds(guard) if holds else guard.holds(sheet)):
                if not guard.yields:
                    return None
                failing.append(guard)
        values = {name: choice.of(sheet) for name, choice in self.choices.items()}
        if any(not found and self.params.model_fields[name].is_required() for name, found in values.items()):
            return None
        return Legal(values, tuple(guard.code for guard in failing))

    def _grouped(self, args: Args) -> dict[str, Any]:
        """The rule's own keyword arguments: fields of a group go together under the group's name."""
        taken = dict(args)
        for name, group in self.groups.items():
            taken[name] = group(**{key: taken.pop(key) for key in group.model_fields})
        return taken

    def play(self, sheet: Sheet, dice: Dice, args: Args) -> Sheet:
        """The sheet after. Raises Refusal, DiceNeeded."""
        for guard in self.guards:
            if not guard.holds(sheet) and not (guard.yields and args.get(OVERRULE)):
                raise Refusal(guard.code, overrulable=guard.yields)
        for name, choice in self.choices.items():
            if args[name] is not None and args[name] not in choice.of(sheet):
                raise Refusal(choice.blocked(sheet).get(args[name], choice.code))
        return self.rule(sheet, dice, **self._grouped(args))


def move(
    *guards: Guard,
    choices: Mapping[str, Choice] | None = None,
    refuses: Collection[str] = (),
    stands: Stands | None = None,
) -> Callable[[Callable[..., Sheet]], Move]:
    """Make a Move of a rule: its name is the function's, its fields are the signature's."""

    def declare(rule: Callable[..., Sheet]) -> Move:
        taken = choices or {}
        codes = {guard.code for guard in guards} | {choice.code for choice in taken.values()} | set(refuses)
        groups = _groups(get_type_hints(rule))
        return Move(rule.__name__, rule, _params(rule), guards, taken, frozenset(codes), stands, groups)

    return declare


def _groups(hints: Mapping[str, Any]) -> dict[str, type[BaseModel]]:
    """The parameters that are groups of fields."""
    return {
        name: hint for name, hint in hints.items() if inspect.isclass(hint) and issubclass(hint, BaseModel)
    }


def _params(rule: Callable[..., Sheet]) -> type[BaseModel]:
    hints = get_type_hints(rule, include_extras=True)
    groups = _groups(hints)
    fields: dict[str, Any] = {
        name: (hints[name], ... if param.default is param.empty else param.default)
        for name, param in inspect.signature(rule).parameters.items()
        if param.kind is param.KEYWORD_ONLY and name not in groups
    }
    for group in groups.values():
        fields = {key: (info.rebuild_annotation(), info) for key, info in group.model_fields.items()} | fields
    return create_model(rule.__name__, __config__=ConfigDict(extra="forbid"), **fields)
