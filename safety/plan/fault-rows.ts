import { failSafePromiseS } from '@heliograph/contract';
import type { RowPlan } from './row-plan.ts';

export const FAULT_ROWS = {
  F1: {
    title: 'SIGKILL at random while settings, restores, passwords and firmware are written',
    goal: 'no file is broken, and nothing is lost that was acknowledged',
    leftOut:
      'A whole gateway that is killed is a copy without the rule that an image gives way after three failed starts, since it would take three kills for that; F9 tests that rule. The plan asks for 10,000 kills of the store before a release, and for an update from the version before. A night has 3,000 kills, which would show a fault of one in a thousand with a certainty of 95 %, and there is no version before yet.',
  },
  F2: {
    title: 'Every legal state of the disk after a crash',
    goal: 'each start finds the old or the new settings, whole',
    leftOut:
      'What Home Assistant was told and the memory of the simulation are never promised to be safe, so of them no guard is taken out. A guard that the last good copy or the checksums stand in for is taken out together with these.',
    found: [
      'A start that was cut short between two renamings left a second name of a settings file behind, until the start after the next one; now it is removed.',
    ],
  },
  F3: {
    title: 'Every system call on the data folder fails once, or the process dies at it',
    goal: 'the old or the new settings are there, they are never said to be saved when they are not, and the firmware verifies',
    leftOut:
      'The store itself is asked here; what the user is told of such a refusal over HTTP is tested by F5 and F24.',
    found: [
      'One failed read of a settings file at the start put the settings back by a generation, for good; now it is read a second time.',
      'Where a database could not be opened for writing at that moment, SQLite opened it for reading alone and said nothing: no save was possible until the next start, and the lock was none. Now it is opened again for the save, and the lock is looked at once it is held.',
      'One failed read of the firmware image at the start made it give way to the one before, for good; now it is read a second time, too.',
    ],
  },
  F4: {
    title: 'Damaged settings at start',
    goal: 'what was set counts, by the last good copy where that is needed, and with a notice; where both are bad there is recovery mode, which asks for the password and switches nothing',
    found: [
      'With both generations damaged the gateway did not start; now it starts in recovery mode, where a backup can be restored.',
      'That the previous generation was in use stood in the log alone; now the page says so.',
      'Where the file of the password was damaged its previous generation counted, which could mean the default password and reading without a login; now both generations say the same.',
      'A backup that says nothing of the login, restored in recovery mode, opened reading to everybody; now what was set stays, and where that is lost reading is closed.',
      'Where the file of a restore was damaged halfway, recovery mode asked for the password of before, which the restore may have been meant to end; now that password counts as lost, too.',
      'From the fourth damaged file of a name on, each one took the place of the third; now the newest three are kept.',
      'Where the list of sections was lost together with the last of their files, these were taken for never written; now they are missed.',
      'A tipped bit that left a text without sense as UTF-8 ended the whole process at each start, by the package that brings SQLite to an older Node; now texts are read as bytes.',
    ],
  },
  F5: {
    title: 'Full disk',
    goal: 'each save is refused and changes nothing, and works again when there is room; the gateway starts on it after a kill, and says so',
    leftOut: 'No log is written to the full disk, since the gateway has no log file.',
    found: [
      'After a kill the gateway did not start again on a full disk, since its lock found no room; now it serves without one, says so, and takes it when there is room.',
    ],
  },
  F6: {
    title: '50 writers at once',
    goal: 'no update is lost, the count of saves rises, and nobody else gets the folder',
  },
  F7: {
    title: 'A valid database with absurd content',
    goal: 'the gateway starts with the last good copy and a notice; where both are absurd there is recovery mode',
    leftOut:
      'No single field is set back to its default, as what cannot be used never means defaults: the whole copy takes its place.',
    found: [
      'MQTT settings and names of pin profiles that nobody can save were believed when they stood in a file; now they are checked like those that are sent.',
    ],
  },
  F8: {
    title: 'Restore interrupted',
    goal: 'the old settings stay, or the new ones are there as a whole, and nothing is left behind',
  },
  F9: {
    title: 'Firmware: each step with each fault, and every wrong image',
    goal: 'the active slot always verifies, a bad image is never active, each cause has its sentence',
    leftOut:
      'There are no signatures to try: like the original device, the gateway asks for none, and checks the MD5 of the upload and the sums in the image. Images of the same or an older version, and of another chip of the family, are taken, as on the original device. An image never runs here, so one that crashes or hangs is played by a start that does not prove itself: the image gives way after three of these, and no limit of 60 s is tried. Of the 40 pairs of a step and a fault five cannot be: a start has no client, and nobody is answered before it listens.',
  },
  F10: {
    title: 'Storm of orders to the inverters',
    goal: 'one order at a time is on its way, the last value is sent, Failure is shown within 60 s, and nothing is sent after a deletion',
    leftOut:
      'A failed order is sent again at each turn of its inverter, as the contract says. So its status is Failure only until that turn, and then Pending again.',
  },
  F11: {
    title: 'Restart while the answer is on its way',
    goal: 'the answer arrives before the connection closes; sockets are closed with 1012',
  },
  F12: {
    title: 'Broker down, killed, paused, flapping, refusing, wrong certificate, same client id, slow',
    goal: 'the gateway tries again as planned, its memory (RSS) grows by 5 MB at most, and once it is connected again the broker has the full state within 5 s and the discovery within 10 s',
    leftOut:
      'Between the return of a broker and the connection the longest wait between two attempts may pass, which is a minute.',
  },
  F13: {
    title: 'Slow and stalled readers',
    goal: 'at most 256 kB wait for each, it misses pushes and is closed after 30 s, and nobody else waits',
    leftOut:
      'A client that is behind is told to go with the first push after 30 s; there is one at least every second, so the goal here is 31 s. One that does not answer the closing handshake is cut a second after that.',
    found: [
      'A client could have one message more than the cap unread; now the cap counts that message.',
      'The headers of frames, and the line that tells what was left out, came on top of the cap; now they count.',
      'A client that read a kilobyte now and then was never closed; now only one that has read everything counts as caught up.',
    ],
  },
  F14: {
    title: 'Half-open connections',
    goal: 'the gateway drops them within two ping periods; the page says stale within 15 s and tries again within 20 s',
    leftOut:
      'No network interface is taken down, since the suite changes no network of the machine that it runs on; a proxy that lets nothing through looks the same to both ends. Two periods are 60 s on the simulated clock; a whole gateway on a real clock, whose timers are late when the machine is busy, has 61 s.',
  },
  F15: {
    title: 'Time server unreachable, unknown, lying',
    goal: 'the hint says so, nothing is polled without a clock, nothing is shown as zero, and setting the clock by hand helps within 2 s',
  },
  F16: {
    title: 'Clock jumps, long uptimes',
    goal: 'ages, time-outs and throttles stay right',
    leftOut:
      'Nobody waits 49.7 days: the simulated clock starts just before 2^31 and 2^32 ms. In a real process only the clock on the wall jumps.',
  },
  F17: {
    title: 'Page cut off from the gateway for 3 s, 30 s, 10 min; sockets blocked',
    goal: 'the page shows what is live, stale and lost; controls are off when the link is lost; it is back within 16 s',
    found: [
      'A page that was cut off still let orders be asked for; now its buttons are off without a link, and say why.',
      'An answer that took long counted as new when it came; now it is as old as its question.',
    ],
    leftOut:
      'A link that is always slow but never silent is not run, and a page could not tell: messages carry no time of their own, so each counts as new when it comes. What a network without a route would block is blocked by a proxy.',
  },
  F18: {
    title: 'Gateway restarted 20 times under open pages',
    goal: 'each page has one socket; of 50 pages at most 12 try in the same second',
    found: [
      'Of 50 pages 95 tried in the first second after a restart, because all began within half a second; a page that loses the gateway now waits for a turn of its own, which comes round every 15 s.',
      'Turns were drawn anew with every restart, and one night 13 pages tried in the same second; now a page keeps its turn for as long as it is open.',
      'A page asked for values over HTTP only after two more sockets had failed; now the one that it lost counts.',
    ],
    leftOut:
      'Turns are drawn by chance, and pages know nothing of each other, so of about 450 crowds of 50 pages one has a second with more than 12 tries.',
  },
  F19: {
    title: 'Browser offline, tab hidden, laptop asleep, back and forward',
    goal: 'the page says stale before its first picture or within 1 s, is back within 3 s, and never shows old values as live',
    leftOut:
      'The cache of pages for back and forward is not run itself, since Chromium does not keep it without a window; the page gets its two events instead. No tab is hidden without a window either, so that event is played, too. What is shown until the mark, which has a second, does not count as old values shown as live.',
  },
  F20: {
    title: 'Slow clients: headers, bodies, reading',
    goal: 'slow headers are cut within 10 s, bodies within 20 s, uploads within 10 min; others are answered in less than 200 ms',
    leftOut:
      'The 500 clients of each kind come one after the other, at most 110 at a time, since two kinds come together and a gateway has room for 256 connections. Of clients that read nothing there are 100, 25 at a time, since each of them takes megabytes from the system. An upload below the least pace, and a connection that asks for nothing, are cut after 20 s; the gateway looks once a second, so on a real clock the goal is 22 s. A client that reads nothing has a second more for each kilobyte that waits, which makes up to a minute.',
    found: [
      'A connection whose client read no answers stayed open for ever, and so did one on which an empty line came every few seconds; now both are cut.',
      'An upload that brought a byte every 19 s could last ten minutes; now it has to bring a kilobyte a second.',
    ],
  },
  F21: {
    title: 'Gateway killed while an upload runs',
    goal: 'the page says so and offers to try again, which works; nothing is left behind',
  },
  F22: {
    title: 'New version under an open page',
    goal: 'the page offers to reload, does so once by itself when a file is gone, and is never white',
    leftOut:
      'A page does not ask whether its gateway has a newer version. It goes on until it needs a file that is gone, so it offers no reload before that.',
  },
  F23: {
    title: 'Wrong network settings',
    goal: 'the old settings return',
    notRun:
      'The gateway checks and keeps network settings, but does not apply them to the machine that it runs on, since others may use that machine as well. So wrong ones do no harm, and no old ones have to return.',
  },
  F24: {
    title: 'Read-only disk',
    goal: 'the gateway starts, serves live data, refuses to save and says why',
    found: [
      'On a read-only disk the gateway did not start, because its lock could not be written; now it serves, and the page says that nothing can be saved.',
      'A gateway that had started in this way took no lock later, so two of them could save to one folder; now its first save takes the lock, and is refused where another gateway has it or has written.',
      'Files that are sealed, or of another user, kept the gateway from starting although they could be read; now it serves, as on a read-only disk.',
    ],
  },
  F25: {
    title: 'Radio: loss of 0 to 60 %, duplicated, reordered, corrupt and foreign packets, impossible values',
    goal: 'no bad packet is accepted, no value is believed that cannot be, polls succeed as often as in the model, give or take 3 percentage points, and ages are honest',
    leftOut:
      'Two things cannot be kept to the letter. Where packets of the poll before come late, the age may be wrong by 15 s and not 3 s, because no packet says when it was measured: late packets that make a whole answer are shown as a new one. And a packet that was damaged in its header alone may pass when its check byte fits by chance, because the checksum of an answer covers only its content; that content is right then.',
    found: [
      'An answer with a good checksum was believed whatever its values were, as 655 Hz; now one value that no inverter can measure makes the whole answer count as bad.',
    ],
  },
  F26: {
    title: 'Signals under load, slow disk',
    goal: 'the gateway ends within 5 s, in order unless a save is under way that the disk takes longer for, and nothing that was acknowledged is lost',
    found: [
      'On a slow disk the end waited for every save that was waiting for its turn, 4 s each; now it waits only for the one under way, and the others are refused.',
      'While each fsync took 2 s the end took 14 s, since a save waits for the disk seven times and what else is written came one after the other; now all of it is written at once, and after 4.7 s an unfinished save is left as a kill would leave it.',
      'Whoever waited with a save for the one under way heard at an end only after it, or not at all, that nothing was changed; now at once.',
      'SIGHUP ended the gateway at once, without order; now it ends in order what runs at a terminal, and has a service read its certificate anew.',
      'Where a restore took longer than a second while the gateway ended, it was done but its answer was cut off; now whoever waits for one has 4.5 s.',
    ],
  },
  F27: {
    title: 'Little memory, few file handles',
    goal: 'no crash; newcomers are served at the cost of who is idle, or told to come again',
    found: [
      'Where a process may open 128 files, connections took all of these handles, so no settings could be saved; now they leave 40 for everything else.',
      'Clients that came when there was no room were cut off without a word; now the first sixteen are answered 503.',
    ],
  },
  F28: {
    title: 'Whoever reads the log stops reading, or goes away',
    goal: 'the gateway goes on, keeps at most 256 kB for its reader, and says how many lines it left out',
    leftOut:
      'A terminal that is stopped with Ctrl-S stops the gateway, too, until it goes on: Node writes to terminals at once.',
    found: [
      'When the reader of its log went away the gateway ended at the next line; now it goes on.',
      'For a reader that had stopped 3 kB a line were kept without end; now lines are left out, and counted.',
    ],
  },
  F29: {
    title: 'Original devices of every age fail in every way that is known',
    goal: 'what a device told before never shows as of now; its state shows within 15 s, and it is live again within 16 s of the end of the fault or of its Retry-After; a wrong password waits for its owner',
    leftOut:
      'A slow device, and one whose only socket place another program takes, are no problem: their values come all the same, and are held to that.',
    found: [
      'A device that was asked one inverter after the other at a slow line was not live for as long as that took; now its socket is opened first.',
      'A device that had just restarted showed the values from before as those of now; now an inverter that it has not read yet counts as out of reach.',
      'Two programs at a device with one socket place put each other out once a second; now we leave the socket alone for a minute, and ask instead.',
    ],
  },
  F30: {
    title: '200 orders through an original device that loses a third of its answers',
    goal: 'every order ends, each inverter really has what the last one asked for, and the time line of each order says what became of it',
    found: [
      'An order that was to be sent again was sent although a newer one had taken its place meanwhile, and undid that; now it is not.',
      'After each new connection all orders were sent again, also a restart; now only those that the device does not have.',
    ],
  },
  F31: {
    title: 'SIGKILL at random while history is written, rolled up, thinned out and migrated',
    goal: 'no file is damaged, and of what was written down nothing is lost or there twice',
  },
  F32: {
    title:
      'The power fails at each write of the history, and what was not synced is lost, torn or out of order',
    goal: 'no file is damaged, each holds the first of the batches, whole, and all that were said to be written down',
    leftOut:
      'Names of files that were not synced are there up to one of them, as with a journal; a disk without one may keep any of them.',
  },
  F33: {
    title: 'The disk is full while history is written',
    goal: 'the oldest readings give way to new ones, which is told; no energy is missing, and nothing is damaged',
    found: [
      'On a full disk not even the deletion of the oldest readings found room, so nothing was kept any more; now 0.6 MB are held ready for that.',
      'While readings gave way nothing was told of it; now it is.',
    ],
  },
  F34: {
    title:
      'SIGKILL at random while nightly copies and backups of everything are made, and backups restored with their history, in recovery mode too',
    goal: 'no file is damaged; settings, files and history are the old ones or the new ones, all of them, and nothing that was acknowledged is lost; what has the name of a nightly copy is whole',
    found: [
      'After a backup with its history was restored no further one could be made, and the settings of the backup, with its passwords, stayed in the file of the history; now they are taken out before that file counts.',
      'A nightly copy that was removed because newer ones were there could be left as half of one, under its name; now it loses that first.',
    ],
  },
  F35: {
    title: 'The power fails at each step of a nightly copy, of a backup of everything and of its restore',
    goal: 'as with F34, whatever of what was not synced is lost, torn or out of order',
    found: [
      'The folder of the nightly copies, where the first one had made it, could be lost with that copy; now its name is waited for.',
    ],
  },
  F36: {
    title: 'One of sixteen strings loses 15 % amid clouds, snow, limits and a tree before another one',
    goal: 'in 40 days it is found within an hour of sun, and nothing is said of the others',
    leftOut:
      'The roof is simulated for the detector alone, five minutes a step: sun and clouds from formulas, 5 % noise on every value, snow that slides off each string at another time. Where too few strings look the same way, the tests of the detector say so.',
    found: [
      'After snow every string that was still covered was called weak; now nobody is judged for two days where several deviate at once, or a group is darker than ever.',
      'A string behind a tree was called weak on the first clear morning after grey ones; now it is held against days with such light only.',
      'A string was called weak on a morning on which its tree shaded it a quarter of an hour longer than ever; now what is low beside the edge of a shade may be low at the edge, too.',
    ],
  },
  F38: {
    title: '1,000 orders of everybody who may give some, while three of ten packets are lost both ways',
    goal: 'ranks are kept; the time line, the shown limit and the inverter agree in the end; never are two orders on the air for one inverter, and nothing is permanent that nobody asked for',
    leftOut: 'Restarts of inverters and of the gateway in between have rows of their own.',
  },
  F39: {
    title:
      'Somebody else answers to the name of an original device, or stands before it with another certificate',
    goal: 'the password of the device goes to nobody else, and the device is live again within 16 s of being there',
    leftOut:
      'Of a device that tells nothing without a login nobody can know who it is before it has one, so its password goes to whoever its name leads to.',
  },
  F47: {
    title:
      'A house with loads and clouds, whose inverters follow late, whose meter is late and loses values, and whose frames get lost',
    goal: 'the rule by the meter feeds in, and orders, at most a tenth of what a script every 5 s does in the same house, and makes use of 90 % of what the sun offers the house; with a dead meter it feeds in 30 Wh in an hour at most',
    leftOut:
      'The script adds what the meter shows to the limit it has set last, as scripts for this do. It aims at the same 20 W as the rule.',
  },
  F48: {
    title:
      'The gateway, the network, the meter, its broker or an inverter dies while the rule by the meter is armed, in turn and in pairs',
    goal: `no more is fed in than is safe within the time that the page promises, which is ${failSafePromiseS(3)} s for three inverters, in 200 of 200 trials`,
    leftOut:
      'Where the network to the inverters is dead, or one of them is out of reach, nothing can be ordered: there the time counts from when they are back. A gateway that has died is started again after the 10 s of its systemd service.',
  },
  F49: {
    title: 'The gateway and its machine die for good while the rule by the meter is armed',
    goal: 'inverters keep their last limits until the evening, and wake up the next morning with what is safe',
    leftOut: 'Inverters that restart before the evening do so with what is safe, as in the morning.',
  },
  F50: {
    title: 'Channels of alerts hang, answer 500 for a day, or answer without end, and names are hostile',
    goal: 'every channel gets every alert in the end, and one that works within a minute whatever the others do; no more than 16 MB of an answer are taken; no secret is in a message, in the log or in a file',
    found: [
      'Of more than 100 messages that waited for one channel the oldest were given up, which an alert every ten minutes for a day is too many for; now 500 may wait.',
    ],
    leftOut:
      'The channels are web addresses on this machine, and the day is one of a clock that the test moves. Mail servers that hang or answer without end are tried in the tests of the channels.',
  },
  F51: {
    title:
      'The radio chip is pulled out, loses its power in the midst of an exchange, or has a loose wire; the machine is late; and the thread that drives the chip dies or hangs',
    goal: 'a chip that was away is back within 10 s, and inverters are read again, also after its thread has died, and within 20 s after it has hung; in the time slots of the inverters nine of ten answers come whole, also when the machine is half a millisecond late',
    found: [
      'In a thread that had just begun, writing the registers took so much of the 5 ms that the chip was given to wake up that a slow crystal would not have been ready; now it is given 10 ms.',
    ],
    leftOut:
      'The chip is a model of it, built from its data sheet. What the thread hangs in is a loop: one that hangs in the system itself cannot be ended.',
  },
  F52: {
    title:
      'The time-series database is away for days, loses the connection in mid-answer, refuses, or is killed and forgets what it took last, the gateway is killed, the clock is set back, and names are hostile',
    goal: 'every reading is there in the end, none is there with another value, no name has made a line or a series of its own, and no more than a few MB wait in memory',
    leftOut:
      'The database is one of the test that takes line protocol and keeps what it gets by series and time, as those do; a real VictoriaMetrics is in F53.',
  },
  F53: {
    title:
      'The servers of a fleet are killed while sites tell and write: each part, and VictoriaMetrics again and again',
    goal: 'the pages say within 15 s what has gone; all is well again within 40 s after it is back, by itself; no reading is lost or there twice',
    found: [
      'VictoriaMetrics says that it has readings before they are on its disk: killed eight times, it had a fifth of them. Now gateways send the last half minute again to a database that was away or has started anew.',
    ],
    leftOut:
      'At night only, where the servers are there. Ten minutes without VictoriaMetrics and an hour without a site are in `npm run test:fleet -- long`; the kill of a single node of the broker and of a page are in `npm run test:fleet`.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
