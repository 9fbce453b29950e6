/** A language for code samples. */
export type SampleLanguage = 'curl' | 'javascript' | 'python' | 'java' | 'go' | 'php' | 'csharp'

/** The languages of the samples, in the order of the select. */
export const sampleLanguages: readonly SampleLanguage[] = [
  'curl',
  'javascript',
  'python',
  'java',
  'go',
  'php',
  'csharp',
]

/** The syntax highlighting language of each sample. */
export const highlightLanguages: Record<SampleLanguage, string> = {
  curl: 'bash',
  javascript: 'javascript',
  python: 'python',
  java: 'java',
  go: 'go',
  php: 'php',
  csharp: 'csharp',
}

/** The names of the languages, with what sends the request. */
export const sampleNames: Record<SampleLanguage, string> = {
  curl: 'cURL',
  javascript: 'JavaScript · fetch',
  python: 'Python · requests',
  java: 'Java · HttpClient',
  go: 'Go · net/http',
  php: 'PHP · cURL',
  csharp: 'C# · HttpClient',
}
