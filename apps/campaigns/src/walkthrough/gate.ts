/** Holds whoever passes until it is opened, and tells when the first one stands before it. */
export class Gate {
  readonly arrived: Promise<void>;
  readonly #opened: Promise<void>;
  #arrive: () => void = () => {};
  #open: () => void = () => {};

  constructor() {
    this.arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  pass(): Promise<void> {
    this.#arrive();
    return this.#opened;
  }

  open(): void {
    this.#open();
  }
}
