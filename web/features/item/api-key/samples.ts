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

/** A shell of the commands that write pages from code and databases. */
export type ScriptShell = 'shell' | 'powershell' | 'docstead'

/** The shells, in the order of the tabs. */
export const scriptShells: readonly ScriptShell[] = ['shell', 'powershell', 'docstead']

interface ScriptInput {
  /** The address of the site, with its base path. */
  site: string
  api_key: string
  api_token: string
  /** The folders of the project that the samples name. */
  words: { api: string; database: string }
}

// PowerShell takes typographic quotes for quotes as well.
const inPowerShell = (text: string) => `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/g, (quote) => quote + quote)}'`

const settingsOf = ({ site, api_key, api_token }: ScriptInput) => [
  ['DOCSTEAD_URL', site] as const,
  ['DOCSTEAD_KEY', api_key] as const,
  ['DOCSTEAD_TOKEN', api_token] as const,
]

const exported = (input: ScriptInput) => settingsOf(input).map(([name, value]) => `export ${name}=${inShell(value)}`)

const scriptSamples: Record<ScriptShell, (input: ScriptInput) => string[]> = {
  shell: (input) => [
    `curl -fsSO ${inShell(`${input.site}/tools/docstead-comments.sh`)}`,
    `curl -fsSO ${inShell(`${input.site}/tools/docstead-dictionary.sh`)}`,
    ...exported(input),
    `sh docstead-comments.sh ./src --folder ${inShell(input.words.api)}`,
    `mysqldump --no-data shop | sh docstead-dictionary.sh - --folder ${inShell(input.words.database)}`,
    `pg_dump --schema-only shop | sh docstead-dictionary.sh - --folder ${inShell(input.words.database)}`,
  ],
  powershell: (input) => [
    ...['docstead-comments.ps1', 'docstead-dictionary.ps1'].map(
      (name) => `Invoke-WebRequest -UseBasicParsing ${inPowerShell(`${input.site}/tools/${name}`)} -OutFile ${name}`,
    ),
    ...settingsOf(input).map(([name, value]) => `$env:${name} = ${inPowerShell(value)}`),
    `powershell -ExecutionPolicy Bypass -File docstead-comments.ps1 -Source .\\src -Folder ${inPowerShell(input.words.api)}`,
    `powershell -ExecutionPolicy Bypass -File docstead-dictionary.ps1 -Source schema.sql -Folder ${inPowerShell(input.words.database)}`,
  ],
  docstead: (input) => [
    ...exported(input),
    `docstead comments ./src --folder ${inShell(input.words.api)}`,
    `docstead dictionary schema.sql --folder ${inShell(input.words.database)}`,
    `docstead dictionary 'postgres://reader@db.example.com/shop' --folder ${inShell(input.words.database)}`,
  ],
}

/** Returns the commands that write pages from source code and from databases with the key of an item. */
export const renderScripts = (shell: ScriptShell, input: ScriptInput): string => scriptSamples[shell](input).join('\n')

/** The scripts of a shell that can be downloaded; none for the executable, which has them inside. */
export const scriptFiles: Record<ScriptShell, readonly string[]> = {
  shell: ['docstead-comments.sh', 'docstead-dictionary.sh'],
  powershell: ['docstead-comments.ps1', 'docstead-dictionary.ps1'],
  docstead: [],
}
