/** A language of the code samples. */
export type SampleLanguage = 'curl' | 'python' | 'javascript'

/** The languages of the samples, in the order of the tabs. */
export const sampleLanguages: readonly SampleLanguage[] = ['curl', 'python', 'javascript']

interface SampleInput {
  /** The full URL of the call. */
  address: string
  api_key: string
  api_token: string
  /** The texts of the page that the sample writes. */
  words: { page_title: string; cat_name: string; page_content: string }
}

// In all of these languages a JSON string is a valid string literal.
const quoted = (text: string) => JSON.stringify(text)
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const fieldsOf = ({ api_key, api_token, words }: SampleInput): [name: string, value: string][] =>
  Object.entries({ api_key, api_token, ...words })

const samples: Record<SampleLanguage, (input: SampleInput) => string> = {
  curl: (input) =>
    [
      `curl ${inShell(input.address)}`,
      ...fieldsOf(input).map(([name, value]) => `  --data-urlencode ${inShell(`${name}=${value}`)}`),
    ].join(' \\\n'),
  python: (input) =>
    [
      'import requests',
      '',
      `answer = requests.post(${quoted(input.address)}, data={`,
      ...fieldsOf(input).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
      '}, timeout=60)',
      'print(answer.json())',
    ].join('\n'),
  javascript: (input) =>
    [
      `const answer = await fetch(${quoted(input.address)}, {`,
      "  method: 'POST',",
      '  body: new URLSearchParams({',
      ...fieldsOf(input).map(([name, value]) => `    ${name}: ${quoted(value)},`),
      '  }),',
      '})',
      'console.log(await answer.json())',
    ].join('\n'),
}

/** Returns a code sample that writes a page by its title with the key of an item. */
export const renderSample = (language: SampleLanguage, input: SampleInput): string => samples[language](input)
