const { EventEmitter } = require('node:events');

/**
 * Stands in for `@iobroker/adapter-core`, so that an adapter runs without ioBroker: it keeps objects and states, tells the
 * process above of each state, and changes states as that one asks. Its configuration is in `ADAPTER_CONFIG`.
 */
class Adapter extends EventEmitter {
  constructor({ name }) {
    super();
    this.name = name;
    this.instance = 0;
    this.namespace = `${name}.0`;
    this.config = JSON.parse(process.env.ADAPTER_CONFIG ?? '{}');
    this.objects = new Map();
    this.states = new Map();
    const say = (level) => (text) => process.stdout.write(`${level} ${text}\n`);
    this.log = Object.fromEntries(
      ['silly', 'debug', 'info', 'warn', 'error'].map((level) => [level, say(level)]),
    );
    process.on('message', ({ id, val }) => {
      this.states.set(id, val);
      this.emit('stateChange', this.#full(id), { val, ack: false });
    });
    setImmediate(() => this.emit('ready')); // whoever extends this listens by then
  }

  #full(id) {
    return `${this.namespace}.${this.#own(id)}`;
  }

  #own(id) {
    return id.startsWith(`${this.namespace}.`) ? id.slice(this.namespace.length + 1) : id;
  }

  async extendObjectAsync(id, object) {
    this.objects.set(this.#full(id), { ...this.objects.get(this.#full(id)), ...object });
  }

  async getAdapterObjectsAsync() {
    return Object.fromEntries([...this.objects].map(([id, object]) => [id, { _id: id, ...object }]));
  }

  async getStateAsync(id) {
    const val = this.states.get(this.#own(id));
    return val === undefined ? null : { val, ack: true };
  }

  async setStateAsync(id, state) {
    const val = typeof state === 'object' && state !== null ? state.val : state;
    this.states.set(this.#own(id), val);
    process.send?.({ id: this.#own(id), val });
  }

  async setStateChangedAsync(id, state) {
    await this.setStateAsync(id, state);
  }

  async subscribeStatesAsync() {}
}

module.exports = { Adapter };
