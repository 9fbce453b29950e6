// The first pauses are short, because most failures are a restart on the other side; the last ones are long, because
// nobody is helped by a hundred attempts at a server that is gone.
const pauses = [10, 30, 120, 600, 1_800, 3_600, 10_800, 21_600]

// With the pauses above: about two days.
const mostAttempts = 14

// After this time a delivery ends, however few attempts it had: what happened is no news any more. In seconds.
const mostAgeSeconds = 3 * 86_400

/** Returns the pause after so many failed attempts, in seconds: growing, and different by up to a fifth each time. */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const pause = pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0] ?? 0
  return Math.round(pause * (0.8 + 0.4 * random()))
}

/** Whether a delivery has had its last attempt. */
export const isLastAttempt = ({ attempts, addtime }: { attempts: number; addtime: number }, now: number): boolean =>
  attempts >= mostAttempts || now - addtime >= mostAgeSeconds
