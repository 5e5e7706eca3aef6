// Loaded before a server, to give it a clock that is ten minutes ahead.
const OFFSET_MS = 600_000
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + OFFSET_MS] : values))
  }

  static now() {
    return RealDate.now() + OFFSET_MS
  }
}
