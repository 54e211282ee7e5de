import type { RowPlan } from './row-plan.ts';

export const FAULT_ROWS = {
  F1: {
    title: 'SIGKILL at random while settings, restores, passwords and firmware are written',
    goal: 'no file broken, nothing lost that was acknowledged',
    leftOut:
      'The whole gateway that is killed is a copy without the rule of three starts, by which its image would give way after three kills, as it should; F9 holds that rule.',
  },
  F2: {
    title: 'Every legal state of the disk after a crash',
    goal: 'all recover to the old or the new settings',
    found: [
      'A start that was cut between two renamings left a second name of a settings file behind, until the start after the next one; it is taken away now.',
    ],
  },
  F3: {
    title: 'Every system call on the data folder fails, or the process dies at it',
    goal: 'old or new settings, never said to be saved when they are not, firmware verifies',
    leftOut:
      'It is the store that is asked here; what the user is told of such a refusal, over HTTP, is held by F5 and F24.',
    found: [
      'One failed read of a settings file at the start turned the settings back by a generation, for good; it is read a second time now.',
    ],
  },
  F4: {
    title: 'Damaged settings at start',
    goal: 'the previous generation and a notice; both bad: recovery mode, which asks for the password and switches nothing',
    leftOut:
      'A file of another owner is pretended by reads that fail, since rights do not bind the user root that runs the tests.',
    found: [
      'With both generations damaged the gateway did not start; now it is in recovery mode, where a backup can be restored.',
      'That the previous generation was used stood in the log alone; the page says so now.',
      'A damaged file of the password gave way to its previous generation, which could be the default password and open reading; both generations say the same now.',
      'In recovery mode a restored backup without a login opened reading to everybody; what was set stays, and what was lost is closed.',
      'Where a restore was lost halfway, recovery mode asked for the password of before; that one is lost now, too.',
      'Beyond the third damaged file of a name the third one was thrown away each time; the newest three are kept now.',
      'Where the list of sections was lost together with the last files, these were taken for never written; now they are missed.',
    ],
  },
  F5: {
    title: 'Full disk',
    goal: 'refused, nothing changed, works again when there is room',
    leftOut: 'No log is written to a full disk: the gateway has no file for it.',
  },
  F6: {
    title: '50 writers at once',
    goal: 'no update lost, generations rise',
  },
  F7: {
    title: 'Valid files with absurd content',
    goal: 'the gateway starts with the previous generation and a notice; both absurd: recovery mode',
    leftOut:
      'A single field never becomes its default: a file that cannot be used never means defaults, so the previous generation takes its place.',
    found: [
      'MQTT settings and names of pin profiles that nobody can save were believed when they stood in a file; they are checked as those that are sent.',
    ],
  },
  F8: {
    title: 'Restore interrupted',
    goal: 'the old settings stay, nothing is left behind',
  },
  F9: {
    title: 'Firmware: each step with each fault, and every wrong image',
    goal: 'the active slot always verifies, a bad image is never active, each cause has its sentence',
    leftOut:
      'No signatures (decisions 13 and 16 have none); images of the same or an older version and of another chip of the family are taken, as on the original; an image never runs here, so one that crashes or hangs is a start that does not prove itself; it gives way after three starts, and no time of 60 s counts. Of the 40 cells five cannot be: nobody is a client of a start, and none is answered before it listens.',
  },
  F10: {
    title: 'Storm of orders',
    goal: 'one in flight, the last value sent, Failure within 60 s, nothing after a deletion',
    leftOut:
      'A failed order is sent again at each turn of its inverter, as the contract says, so its state says Failure until that turn only, then Pending again.',
  },
  F11: {
    title: 'Restart while the answer is on its way',
    goal: 'the answer arrives before the close; sockets closed with 1012',
  },
  F12: {
    title: 'Broker down, killed, paused, flapping, refusing, wrong certificate, same client id, slow',
    goal: 'back-off as planned, RSS up 5 MB at most, full state within 5 s of the return',
  },
  F13: {
    title: 'Slow and stalled readers',
    goal: 'at most 256 kB unread for each, pushes left out, closed after 30 s, nobody else waits',
    leftOut:
      'Who is behind is told to go with the first push after 30 s, so 31 s are the goal here, where there is one at least every second; a client that answers no closing handshake is cut a second after that.',
    found: [
      'A client could have one message more than the cap unread; the cap now counts the message.',
      'The headers of frames, and the line about what was left out, came on top of the cap; they count now.',
      'Who read a kilobyte now and then was never closed; only who has read everything counts as caught up now.',
    ],
  },
  F14: {
    title: 'Half-open connections',
    goal: 'dropped within two ping periods; the page says stale within 15 s and tries again within 20 s',
    leftOut:
      'No network interface is taken down, since the suite changes no network of the machine that it runs on; a proxy that lets nothing through looks the same to both ends. Two periods are 60 s on the simulated clock; a whole gateway on a real clock, whose timers are late when the machine is busy, has 61 s.',
  },
  F15: {
    title: 'Time server unreachable, unknown, lying',
    goal: 'the hint says so, no polling without a clock, nothing shown as zero, setting by hand helps within 2 s',
  },
  F16: {
    title: 'Clock jumps, long uptimes',
    goal: 'ages, time-outs and throttles do not care',
    leftOut:
      'Nobody waits 49.7 days: the simulated clock starts just before 2^31 and 2^32 ms. Of the real process only the clock on the wall is moved.',
  },
  F17: {
    title: 'Page cut off from the gateway for 3 s, 30 s, 10 min; sockets blocked',
    goal: 'live, stale and lost shown; controls off when lost; back within 16 s',
    found: [
      'A page that was cut off still let orders be asked for; without a link its buttons are off now and say why.',
      'An answer that took long counted as new when it came; it is as old as its question now.',
    ],
    leftOut:
      'A link that is slow all the time without ever being silent is not run, and a page cannot tell: its messages carry no time of their own, so each counts as new when it comes. A proxy blocks what a network without a route would.',
  },
  F18: {
    title: 'Gateway restarted 20 times under open pages',
    goal: 'one socket for each page; of 50 pages at most 12 try in the same second',
    found: [
      'Of 50 pages 95 tried in the first second after a restart, because all began within half a second; a page that loses the gateway now waits for a turn of its own, which comes round every 15 s.',
      'Turns were drawn anew with every restart, and one night 13 pages tried in the same second; now a page keeps its turn for as long as it is open.',
      'A page asked for values only after two more sockets had failed; the one it lost counts now.',
    ],
    leftOut:
      'Turns are drawn by chance, and pages know nothing of each other, so one crowd of 50 pages in about 450 has a second with more than 12 tries.',
  },
  F19: {
    title: 'Browser offline, tab hidden, laptop asleep, back and forward',
    goal: 'stale before the first paint or within 1 s, back within 3 s, nothing old shown as live',
    leftOut:
      'The back/forward cache itself, which Chromium does not keep without a window; the page gets its two events instead.',
  },
  F20: {
    title: 'Slow clients: headers, bodies, reading',
    goal: 'headers closed within 10 s, bodies within 20 s, uploads within 10 min, others answered below 200 ms',
    leftOut:
      'The 500 of each kind come one after the other, at most 110 at a time, since two kinds come together and a gateway has room for 256 connections; of clients that read nothing there are 100, 25 at a time, since each of them holds megabytes of the system itself. An upload below the least pace and a connection that asks for nothing are cut after 20 s, which is looked at once a second, so on a real clock 22 s are the goal; who reads nothing has a second more for each kilobyte that waits, which makes up to a minute.',
    found: [
      'A connection whose client read no answers stayed open for ever, and so did one that got an empty line every few seconds; both are cut now.',
      'An upload that brought a byte every 19 s could last ten minutes; it has to bring a kilobyte a second now.',
    ],
  },
  F21: {
    title: 'Gateway killed while an upload runs',
    goal: 'the page says so and offers to try again, which works; nothing is left behind',
  },
  F22: {
    title: 'New version under an open page',
    goal: 'the page offers to reload, and does so once by itself when a file is gone; never a white page',
    leftOut:
      'A page does not ask whether its gateway has a newer version: it goes on as it is until it needs a file that is gone, so no offer to reload comes before that.',
  },
  F23: {
    title: 'Wrong network settings',
    goal: 'the old ones return',
    notRun:
      'There is nothing that could be wrong for long: the gateway checks and keeps network settings, but does not apply them to the machine that it runs on, since that may be a server which others use as well; so no old ones have to return.',
  },
  F24: {
    title: 'Read-only disk',
    goal: 'starts, serves live data, refuses to save and says why',
    found: [
      'On a read-only disk the gateway did not start, because its lock could not be written; it serves now, and the page says that nothing can be saved.',
      'A gateway that had started so took no lock later, and two of them could save to one folder; its first save takes the lock now, and is refused where another gateway has it or has written.',
      'Files that are sealed, or of another user, kept it from starting although they could be read; it serves as on a read-only disk.',
    ],
  },
  F25: {
    title: 'Radio: loss of 0 to 60 %, duplicated, reordered, corrupt and foreign packets',
    goal: 'no bad packet accepted, success within 3 points of the model, honest ages',
    leftOut:
      'Two things are not held. In air where packets of the poll before come late, age is held to 15 s in place of 3 s, because no packet says when it was measured: late packets that are a whole answer together are shown as a new one. And a packet that was damaged in its header alone may pass when its check byte fits by chance, because the check sum over an answer covers only what it says; what it says is right then.',
  },
  F26: {
    title: 'Signals under load, slow disk',
    goal: 'a clean end within 5 s, nothing lost',
    found: [
      'On a slow disk an end waited for every save that was waiting for its turn, 4 s each; now it waits for the one under way, and the others are refused.',
    ],
  },
  F27: {
    title: 'Little memory, few file handles',
    goal: 'no crash, newcomers refused with 503',
    found: [
      'With 128 handles of files connections took all of them, so no settings could be saved; now they leave 40 for everything else.',
      'Whoever came when there was no room was cut off without a word; now the first sixteen are answered 503.',
    ],
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
