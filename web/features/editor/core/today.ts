/** Returns today's date in the same format for every language: 2026-03-01. */
export function today(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
