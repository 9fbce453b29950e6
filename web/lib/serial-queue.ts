/**
 * Creates a queue that runs tasks one after the other, in the order added. Requests sent together may reach the server
 * in any order.
 */
export function createSerialQueue(): <T>(action: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (operation) => {
    const turn = last.then(operation)
    last = turn.catch(() => undefined)
    return turn
  }
}
