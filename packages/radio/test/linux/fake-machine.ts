import { GPIO, GPIO_LINE_REQUEST, SPI, SPI_TRANSFER } from '../../src/linux/kernel-layouts.ts';
import { SystemCallError, type SystemCalls } from '../../src/linux/system-calls.ts';

/** A machine with an SPI device and GPIO devices, as far as our calls see it. What the bus sends back is what it got, plus one. */
export interface FakeMachine {
  readonly calls: SystemCalls;
  /** Numbers of what is open now, with their paths or `line 25`. */
  readonly open: Map<number, string>;
  readonly levels: Map<number, boolean>;
  /** Makes a call fail: `open /dev/x`, or `ioctl` with its request in hex and what it is asked of. */
  readonly refusals: Map<string, string>;
  readonly transfers: Uint8Array[];
  nowUs: number;
}

export interface FakeMachineOptions {
  /** Labels of the GPIO devices, by path. */
  readonly chips?: Readonly<Record<string, string>>;
  readonly lines?: number;
  /** What is at the other end of SPI and pins, in place of the echo. */
  readonly wires?: FakeWires;
  /** The number of what is opened next. */
  readonly nextFd?: () => number;
}

export interface FakeWires {
  transfer(bytes: Uint8Array): Uint8Array;
  setLine(line: number, isHigh: boolean): void;
  isLineHigh(line: number): boolean;
}

export function createFakeMachine(options: FakeMachineOptions = {}): FakeMachine {
  let lastFd = 9;
  const { chips = { '/dev/gpiochip0': 'pinctrl-bcm2711' }, lines = 54, wires } = options;
  const { nextFd = () => ++lastFd } = options;
  const memories = new Map<bigint, Uint8Array>();
  const machine = {
    open: new Map<number, string>(),
    levels: new Map<number, boolean>(),
    refusals: new Map<string, string>(),
    transfers: [] as Uint8Array[],
    nowUs: 0,
  };
  const lineOf = (fd: number) => Number(machine.open.get(fd)?.replace('line ', ''));
  const refuse = (call: string) => {
    const code = machine.refusals.get(call);
    if (code !== undefined) throw new SystemCallError(call, code);
  };
  const opened = (what: string) => {
    const fd = nextFd();
    machine.open.set(fd, what);
    return fd;
  };
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

  const setLine = (line: number, isHigh: boolean) => {
    machine.levels.set(line, isHigh);
    wires?.setLine(line, isHigh);
  };
  const isLineHigh = (line: number) => wires?.isLineHigh(line) ?? machine.levels.get(line) !== false;

  function takeLine(argument: Uint8Array): void {
    const line = view(argument).getUint32(GPIO_LINE_REQUEST.offsets, true);
    refuse(`line ${line}`);
    if (line >= lines) throw new SystemCallError('ioctl', 'EINVAL');
    if ([...machine.open.values()].includes(`line ${line}`)) throw new SystemCallError('ioctl', 'EBUSY');
    view(argument).setInt32(GPIO_LINE_REQUEST.fd, opened(`line ${line}`), true);
  }

  function transfer(argument: Uint8Array): void {
    const at = (offset: number) => memories.get(view(argument).getBigUint64(offset, true));
    const [sent, received] = [at(SPI_TRANSFER.tx_buf), at(SPI_TRANSFER.rx_buf)];
    const length = view(argument).getUint32(SPI_TRANSFER.len, true);
    if (sent === undefined || received === undefined) throw new SystemCallError('ioctl', 'EFAULT');
    if (wires !== undefined) {
      received.set(wires.transfer(sent.slice(0, length)));
      return;
    }
    machine.transfers.push(sent.slice(0, length));
    for (let index = 0; index < length; index += 1) received[index] = (sent[index] ?? 0) + 1;
  }

  function handleGpio(fd: number, path: string, request: number, argument: Uint8Array): void {
    if (request === GPIO.GET_CHIPINFO) argument.set(new TextEncoder().encode(chips[path] ?? ''), 32);
    else if (request === GPIO.GET_LINEINFO) argument.set(new TextEncoder().encode('a fan'), 32);
    else if (request === GPIO.GET_LINE) takeLine(argument);
    else if (request === GPIO.LINE_SET_VALUES) setLine(lineOf(fd), argument[0] === 1);
    else if (request === GPIO.LINE_GET_VALUES) argument[0] = isLineHigh(lineOf(fd)) ? 1 : 0;
  }

  const calls: SystemCalls = {
    open(path) {
      refuse(`open ${path}`);
      if (path.startsWith('/dev/gpiochip') && !(path in chips)) throw new SystemCallError(path, 'ENOENT');
      return opened(path);
    },
    close: (fd) => void machine.open.delete(fd),
    ioctl(fd, request, argument) {
      const path = machine.open.get(fd);
      if (path === undefined) throw new SystemCallError('ioctl', 'EBADF');
      refuse(`ioctl ${request.toString(16)}`);
      if (request === SPI.MESSAGE_1) transfer(argument);
      else handleGpio(fd, path, request, argument);
    },
    addressOf(bytes) {
      const address = BigInt(memories.size + 1) << 32n;
      memories.set(address, bytes);
      return address;
    },
    read: () => 48,
    createWaker: () => opened('waker'),
    wait(_, timeoutUs) {
      machine.nowUs += Math.max(0, timeoutUs);
    },
    nowUs: () => machine.nowUs,
    beRealTime: () => false,
  };
  return Object.assign(machine, { calls });
}
