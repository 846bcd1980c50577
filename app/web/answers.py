"""The answer to a move, in the form it was asked for: fragments, JSON, or a page."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.rules.changes import encode
from app.rules.dice import DiceNeeded, Throw
from app.store import entries as entries_of
from app.store.engine import Database
from app.store.entries import Entry, Live
from app.web import history
from app.web.envelope import (
    HERO_PAGE,
    Envelope,
    carried,
    shown_mark,
    shown_seq,
    wants_fragments,
    wants_json,
)
from app.web.history import Line
from app.web.kept import kept
from app.web.kin import Kin
from app.web.render import Message, Tray, Version, fragments, page, sheet_context
from app.web.rubrics import BESIDE, FIRST, FOOT, FRAME, STATE, changed, parts, tabs, touching
from app.web.words import Words

NO_STORE = {"cache-control": "no-store", "vary": "hx-request, accept, feuille-seq, feuille-autres"}
MOST_MISSED = 30
"""A page further behind is drawn whole."""


class Answer:
    """One request about one sheet, and the ways to answer it."""

    def __init__(self, request: Request, db: Database, key: str, live: Live, rubric: str) -> None:
        self.request, self.db, self.key, self.live = request, db, key, live
        self.words, self.kin = Words.of(live.series.key), Kin(db, live)
        self.rubric = rubric if rubric in tabs(self.words) else FIRST
        self.back = rubric if rubric == HERO_PAGE else self.rubric

    def shown(self, older_than: int | None = None, reveal: int | None = None, done: str = "") -> Response:
        """The rubric's page, or what changed on it since the entry that the page asking shows.

        By `reveal`, the number of the last entry, the page shows the Table de Hasard that was pointed at.
        `done` names what was just done that is no entry.
        """
        if not wants_fragments(self.request):
            reveal = reveal if reveal == self.live.seq else None
            more = {"reveal": reveal, "message": None if self.live.read_only else self._done(done)}
            return self._drawn(lambda: self._whole(older_than, **more), older_than, reveal)
        shown = shown_seq(self.request)
        late = shown is not None and not 0 <= self.live.seq - shown <= MOST_MISSED
        return self._drawn(lambda: self._refresh(older_than), older_than, shown if not late else "late")

    def played(self, entry: Entry, *, again: bool) -> Response:
        """The move was played, now or already."""
        told = history.line(self.words, entry)
        message = (
            Message("deja", self.words.refusal("deja_joue", {"text": told.told.text})) if again else None
        )
        if wants_json(self.request):
            return self._json(200, {**_plain(entry), "text": told.told.text, "again": again})
        if wants_fragments(self.request):
            names = (*self._stale(None if again else entry), *FOOT, STATE)
            last = None if again else told
            return self._fragments(200, names, last, message=message, revealed=told.told.pointed)
        path = "" if self.back == FIRST else f"/{self.back}"
        path += f"?montre={entry.seq}" if told.told.pointed else ""
        return RedirectResponse(f"/f/{self.key}{path}", 303, headers=NO_STORE)

    def regrouped(self, done: str, name: str) -> Response:
        """The sheets shown with this one are others now: what was done, and the name of the one it was."""
        if wants_json(self.request):
            return self._json(200, {"beside": [one.sheet.name for one in self.kin.members]})
        if wants_fragments(self.request):
            names = (*touching(self.words, self.rubric, BESIDE), *FOOT, STATE)
            return self._fragments(200, names, message=self._done(done, name))
        return RedirectResponse(f"/f/{self.key}/{self.rubric}?fait={done}", 303, headers=NO_STORE)

    def refused(
        self,
        code: str,
        sentence: str,
        retry: dict[str, str] | None = None,
        *,
        label: str = "Malgré tout",
        draft: str | None = None,
        stale: bool = False,
    ) -> Response:
        """A sentence, and where there is one, the way through.

        `draft` is a long text that was sent, shown again where the page is made anew; `stale` says that what
        the reader sees has changed.
        """
        if wants_json(self.request):
            body = {"refusal": code, "sentence": sentence, "overrulable": retry is not None}
            return self._json(422, body)
        message = Message("refus", sentence, retry, label, draft)
        if wants_fragments(self.request):
            return self._fragments(422, (*self._every(), *FOOT, STATE) if stale else FOOT, message=message)
        return self._page(422, message=message)

    def asks(self, needed: DiceNeeded, asked: Envelope, *, restarted: bool) -> Response:
        """The tray for the throw that is missing."""
        if wants_json(self.request):
            wanted = needed_as_json(self.words, needed)
            more = {"pointed": carried(asked.pointed)} if asked.pointed else {}
            return self._json(202, {"dice": wanted, "restarted": restarted, **more})
        fields = repost(asked) | {"seq": str(self.live.seq)}
        pointed = asked.pointed if self.live.sheet.dice == "table" and asked.faces is None else None
        action = f"/f/{self.key}/journal"
        tray = Tray.of(self.words, needed, action, fields, pointed, restarted=restarted)
        if self.back == HERO_PAGE and not wants_fragments(self.request):
            return self._hero_tray(tray)
        return self._foot(202, tray=tray)

    def _hero_tray(self, tray: Tray) -> Response:
        """The tray by itself: the hero's page has no foot, and the last throw comes back to it."""
        context = sheet_context(self.live, self.key, self.rubric, tray=tray)
        back = f"/f/{self.key}/{HERO_PAGE}"
        html = page("tray.html", **context, name=self.live.sheet.name, back=back)
        return HTMLResponse(html, 202, headers=NO_STORE)

    def conflict(self, rows: Sequence[Version], asked: Envelope, *, gone: bool) -> Response:
        """Both versions on screen, neither lost."""
        sentence = self.words.refusal("conflit_efface" if gone else "conflit", {})
        if wants_json(self.request):
            both = {row.name: {"mine": row.mine, "theirs": row.theirs} for row in rows}
            return self._json(409, {"refusal": "conflit", "sentence": sentence, "fields": both})
        written = {row.name for row in rows}
        fields = {name: value for name, value in repost(asked).items() if name not in written}
        return self._foot(409, conflict={"rows": rows, "fields": fields, "text": sentence, "gone": gone})

    def _done(self, done: str, name: str = "") -> Message | None:
        """What was done that is no entry, in the strip in place of the last line."""
        said = self.words.say("answers", done, name=name)
        return Message("fait", said) if said else None

    def _stale(self, played: Entry | None = None) -> Iterable[str]:
        """The fragments that changed since the page was drawn, be it in the sheets beside this one."""
        mark = shown_mark(self.request)
        moved = mark is not None and mark != self.kin.mark
        beside = touching(self.words, self.rubric, BESIDE) if moved else ()
        return tuple(dict.fromkeys((*self._stale_by_boxes(played), *beside)))

    def _stale_by_boxes(self, played: Entry | None) -> Iterable[str]:
        """Those whose boxes changed since the entry that the page shows; `played` is the last one."""
        shown = shown_seq(self.request)
        if played and shown in (None, played.seq - 1):
            return changed(self.words, self.rubric, [played.changes])
        missed = entries_of.since(self.db, self.live, shown, MOST_MISSED) if shown is not None else None
        if missed is None:
            return self._every()
        return changed(self.words, self.rubric, [entry.changes for entry in missed])

    def _foot(self, status: int, **more: Any) -> Response:  # noqa: ANN401
        """Nothing was played: only what stands above the tabs changes."""
        if wants_fragments(self.request):
            return self._fragments(status, FOOT, **more)
        return self._page(status, **more)

    def _drawn(self, draw: Callable[[], str], older_than: int | None, since: int | str | None) -> Response:
        """What is drawn; drawn once for all who only watch the newest."""
        if not self.live.read_only or older_than is not None:
            return HTMLResponse(draw(), headers=NO_STORE)
        asked = (wants_fragments(self.request), since, shown_mark(self.request))
        at = (self.key, self.live.seq, self.kin.mark, self.rubric, *asked)
        return HTMLResponse(kept(self.request).get(at, draw), headers=NO_STORE)

    def _context(
        self,
        older_than: int | None = None,
        last: Line | None = None,
        reveal: int | None = None,
        **more: Any,  # noqa: ANN401
    ) -> dict[str, Any]:
        shown = history.shown(self.db, self.live, self.rubric, older_than, last)
        if reveal and (line := shown["last"]) and line.seq == reveal:
            more["revealed"] = line.told.pointed
        return sheet_context(self.live, self.key, self.rubric, kin=self.kin, **shown, **more)

    def _whole(self, older_than: int | None = None, **more: Any) -> str:  # noqa: ANN401
        return page("sheet/page.html", **self._context(older_than, **more))

    def _refresh(self, older_than: int | None = None) -> str:
        beside = shown_mark(self.request) in (None, self.kin.mark)
        current = beside and shown_seq(self.request) == self.live.seq
        names = () if current else (*self._stale(), "suite")
        return fragments((*names, STATE), self._context(older_than), "outerMorph")

    def _page(self, status: int, **more: Any) -> Response:  # noqa: ANN401
        return HTMLResponse(self._whole(**more), status, headers=NO_STORE)

    def _fragments(
        self,
        status: int,
        names: Iterable[str],
        last: Line | None = None,
        **more: Any,  # noqa: ANN401
    ) -> Response:
        return HTMLResponse(fragments(names, self._context(last=last, **more)), status, headers=NO_STORE)

    def _every(self) -> tuple[str, ...]:
        return (*FRAME, *parts(self.words, self.rubric))

    def _json(self, status: int, body: dict[str, Any]) -> Response:
        return JSONResponse({"seq": self.live.seq, **body}, status, headers=NO_STORE)


def needed_as_json(words: Words, needed: DiceNeeded) -> dict[str, Any]:
    """The throw that is missing, for a program."""
    dice = {"count": needed.count, "sides": needed.sides}
    wanted = dice | {"why": needed.why, "who": needed.who, "at": needed.at}
    return {**wanted, "prompt": words.prompt(needed)}


def repost(asked: Envelope) -> dict[str, str]:
    """The hidden fields that ask for the same move again."""
    more = {"once": asked.once, "seen": asked.seen}
    return {
        "move": asked.move,
        "rubric": asked.rubric,
        **asked.fields,
        **{k: v for k, v in more.items() if v},
    }


def _plain_throw(throw: Throw) -> dict[str, Any]:
    keys = ("why", "who", "at", "faces", "plus", "against", "sides", "total")
    plain = {key: getattr(throw, key) for key in keys}
    if throw.pointed:
        plain["pointed"] = throw.pointed
    if throw.won is not None:
        plain |= {"won": throw.won, "verdict": throw.verdict}
    return plain


def _plain(entry: Entry) -> dict[str, Any]:
    throws = [_plain_throw(throw) for throw in entry.throws]
    return {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "attempt": entry.attempt,
        "move": entry.move,
        "args": entry.args,
        "throws": throws,
        "changes": encode(entry.changes),
        "undoes": entry.undoes,
        "undone_by": entry.undone_by,
        "by": entry.by,
    }


def exported(live: Live, entries: Iterable[Entry]) -> dict[str, Any]:
    """The whole sheet and journal, as docs/export.md describes it."""
    boxes = encode({path: (None, box) for path, box in live.sheet.boxes.items()})
    return {
        "format": "feuille-d-aventure",
        "version": 1,
        "series": live.series.key,
        "created_at": live.created_at.isoformat(),
        "seq": live.seq,
        "fresh": live.sheet.fresh,
        "boxes": {path: pair[1] for path, pair in boxes.items()},
        "journal": [_plain(entry) for entry in entries],
    }
