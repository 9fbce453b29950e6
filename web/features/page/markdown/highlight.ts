import type { LanguageFn } from 'highlight.js'
import { languageName } from '#shared/markdown/code-languages.ts'

type Loader = () => Promise<{ default: LanguageFn }>

const loaders: Record<string, Loader> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

/** The languages whose code is highlighted, by the names of a fence. */
export const languageNames: readonly string[] = Object.keys(loaders)

const needs: Record<string, string[]> = { xml: ['javascript', 'css'], markdown: ['xml'], php: ['xml'] }
const known = new Set<string>()

const core = async () => (await import('highlight.js/lib/core')).default

async function register(name: string): Promise<void> {
  if (known.has(name)) return
  known.add(name)
  const load = loaders[name]
  if (!load) return
  const [hljs, language] = await Promise.all([core(), load()])
  hljs.registerLanguage(name, language.default)
  await Promise.all((needs[name] ?? []).map(register))
}

/** Highlights code, as HTML of spans; returns undefined when its language is not supported. */
export async function highlight(code: string, language: string): Promise<string | undefined> {
  const name = languageName(language)
  if (!Object.hasOwn(loaders, name)) return undefined
  await register(name)
  const hljs = await core()
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name, ignoreIllegals: true }).value : undefined
}
