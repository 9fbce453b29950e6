/** Form values, percent-encoded, that no client sends on purpose. */
export const nastyTexts: readonly string[] = [
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '0x10',
  '+1',
  '%201',
  'NaN',
  'null',
  'undefined',
  'true',
  '99999999999999999999',
  '9999999999999999',
  '9007199254740993',
  '-9223372036854775808',
  'abc',
  "1'%20OR%201=1--",
  '1;DROP%20TABLE%20page',
  '%25_%5C',
  '%22%20AND%20NEAR(%28*',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '%1b',
  '%ED%A0%80',
  '%E2%80%AE',
  '%EF%BB%BF',
  '%EF%BC%91',
  '%F0%9F%99%82',
  '..%2F..%2Fetc%2Fpasswd',
  'C%3A%5Cboot.ini%00.png',
  'http%3A%2F%2F169.254.169.254%2F',
  '%5B%5D',
  '%7B%22a%22:1%7D',
  '%7B%22__proto__%22:%7B%22a%22:1%7D%7D',
  '%7B%22constructor%22:%7B%22prototype%22:1%7D%7D',
  '%5B'.repeat(5_000),
  '%7B%22a%22:'.repeat(2_000),
  '1,'.repeat(3_000),
  'e%CC%81'.repeat(2_000),
  '%25'.repeat(300),
  '__proto__',
  'constructor',
  '2026-02-30%2025:61:61',
  '~(a%2B)%2B%24',
]

/** Those that every field is tried with. */
export const nastyTextsOfAll: readonly string[] = ['', '%00', '%FF%FE', 'x'.repeat(200_000)]

/** Values of a JSON body that no client sends on purpose. */
export const nastyValues: readonly unknown[] = [
  null,
  [],
  {},
  [1],
  { a: 1 },
  true,
  1.5,
  -1,
  0,
  1e300,
  2 ** 53,
  '\ud800',
  [['x']],
  [null],
  { $ne: null },
  JSON.parse('{"__proto__":{"a":1}}'),
  { toString: 1 },
  { length: -1 },
  Array.from({ length: 2_000 }, () => 1),
  'x'.repeat(200_000),
  '',
]

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function seeded(seed: string): () => number {
  let state = 0
  for (const letter of seed) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` of `values`, chosen by `random`. */
export const some = <T>(values: readonly T[], count: number, random: () => number): T[] =>
  values.length === 0 ? [] : Array.from({ length: count }, () => values[Math.floor(random() * values.length)] as T)

/** Copies of the JSON `value` with one part replaced, for each part in it. */
export function* mutations(value: unknown, random: () => number): Generator<unknown> {
  yield* some(nastyValues, 1, random)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    for (const mutated of mutations(inner, random))
      yield Array.isArray(value) ? value.with(Number(name), mutated) : { ...value, [name]: mutated }
  }
}
