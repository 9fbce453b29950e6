import { type Graph, type Import, isOurs, listFiles } from '#tests/layers/graph.ts'

/** One rule over all imports: its name and its check. */
export type Rule = {
  name: string
  /** Whether `file` may not have this import. */
  isBroken: (file: string, one: Import) => boolean
}

type Part =
  | 'contract'
  | 'markdown'
  | 'api-doc'
  | 'spreadsheet'
  | 'text-diff'
  | 'locales'
  | 'tables'
  | 'core'
  | 'db'
  | 'access'
  | 'http'
  | 'features'
  | 'top'
  | 'migrations'
  | 'web'
  | 'build'
  | 'scripts'
  | 'tests'
  | 'unknown'

/**
 * What each part may import in addition to itself. Source: style.md section 2. Texts in `locales` are data without
 * code.
 */
const allowed: Partial<Record<Part, Part[]>> = {
  contract: ['tables'],
  markdown: [],
  'api-doc': ['markdown'],
  spreadsheet: [],
  'text-diff': [],
  locales: [],
  tables: [],
  migrations: [],
  db: ['migrations'],
  core: ['db', 'contract', 'locales'],
  access: ['core', 'db', 'contract'],
  http: ['access', 'core', 'contract', 'locales'],
  features: [
    'http',
    'access',
    'core',
    'db',
    'contract',
    'markdown',
    'api-doc',
    'spreadsheet',
    'text-diff',
    'locales',
    'tables',
  ],
  web: ['contract', 'markdown', 'api-doc', 'spreadsheet', 'text-diff', 'locales', 'tables'],
  build: ['contract', 'tables'],
  // a drill checks what the tests check, over other data
  scripts: ['contract', 'features', 'core', 'db', 'build', 'locales', 'tests'],
}

/** Files above all parts that may import everything, together with the commands in src/cli. */
const topFiles = ['main.ts', 'api.ts', 'cleanup.ts']

/** The folders of src/shared, which the browser may import too; the files beside them are tables. */
const sharedParts = ['contract', 'markdown', 'api-doc', 'spreadsheet', 'text-diff', 'locales'] as const

/** The part of the product that `file` belongs to. */
export function partOf(file: string): Part {
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'src') {
    return (['migrations', 'web', 'build', 'scripts', 'tests'] as const).find((part) => part === first) ?? 'unknown'
  }
  if (second === 'cli' || topFiles.includes(second)) return 'top'
  if (second === 'shared' && third.endsWith('.ts')) return 'tables'
  if (second === 'shared') return sharedParts.find((part) => part === third) ?? 'unknown'
  return (['core', 'db', 'access', 'http', 'features'] as const).find((part) => part === second) ?? 'unknown'
}

/** The folders that other code imports through their index. */
const indexed = new Set(
  ['src/features', 'web/features', 'web/app'].flatMap((folder) =>
    listFiles(folder, '/index.ts', '/index.tsx').map((file) => file.slice(0, file.lastIndexOf('/'))),
  ),
)

/** The feature that `file` belongs to: its outermost folder with an index, as `web/features/page/viewer`. */
function featureOf(file: string): string | undefined {
  for (let at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1)) {
    if (indexed.has(file.slice(0, at))) return file.slice(0, at)
  }
  return undefined
}

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** Whether `file` may contain what only SQLite understands: files that say so by name. */
export const isSqlite = (file: string): boolean =>
  file.startsWith('src/db/sqlite/') || /^sqlite-[a-z0-9-]+\.ts$/.test(baseName(file))

/** Whether `file` may contain SQL statements: `queries.ts`, `*-queries.ts`, SQLite's files and what is in `src/db`. */
export const mayQuery = (file: string): boolean =>
  partOf(file) === 'db' || isSqlite(file) || /^([a-z0-9-]+-)?queries\.ts$/.test(baseName(file))

const mayImport = (part: Part): Rule => ({
  name: `${part} imports ${(allowed[part] ?? []).join(', ') || 'nothing'} of ours`,
  isBroken: (file, { target }) =>
    partOf(file) === part &&
    target !== undefined &&
    partOf(target) !== part &&
    !(allowed[part] ?? []).includes(partOf(target)) &&
    // the build may describe itself with package.json
    !target.endsWith('package.json'),
})

/**
 * The files of features that check a permission themselves: what it concerns is not named by a field of the call, but
 * found through something else, or the check is repeated when a job or a transaction runs.
 */
const checksItself = new Set([
  'src/features/api-run/access.ts',
  'src/features/attachment/upload.ts',
  'src/features/backup/scheduled-exports.ts',
  'src/features/catalog/service.ts',
  'src/features/docs-site/public-page.ts',
  'src/features/docs-site/service.ts',
  'src/features/export/service.ts',
  'src/features/export/source.ts',
  'src/features/import/bundle/people.ts',
  'src/features/import/target.ts',
  'src/features/invitation/service.ts',
  'src/features/item/copy.ts',
  'src/features/item/my-items.ts',
  'src/features/message/unread-stream.ts',
  'src/features/page-comment/handlers.ts',
  'src/features/team/handlers.ts',
])

/** The rules of style.md section 2, one by one. */
export const rules: Rule[] = [
  { name: 'every import leads somewhere', isBroken: (_, one) => isOurs(one) && one.target === undefined },
  {
    name: `every file belongs to a part; beside them src has only cli, ${topFiles.join(', ')}`,
    isBroken: (file, { target }) =>
      partOf(file) === 'unknown' ||
      (target !== undefined && /^(src|web|migrations)\//.test(target) && partOf(target) === 'unknown'),
  },
  ...(Object.keys(allowed) as Part[]).map(mayImport),
  {
    name: 'features: http in handlers.ts only',
    isBroken: (file, { target }) =>
      partOf(file) === 'features' &&
      target !== undefined &&
      partOf(target) === 'http' &&
      baseName(file) !== 'handlers.ts',
  },
  {
    name: 'the contract declares the permissions of a call',
    isBroken: (file, { target, names }) =>
      partOf(file) === 'features' &&
      !checksItself.has(file) &&
      Boolean(target?.startsWith('src/access/')) &&
      names.some((name) => /^(\*|require(Item|Page|Catalog|Team))$/.test(name)),
  },
  {
    name: 'kysely in src/db and queries.ts only',
    isBroken: (file, { specifier }) => file.startsWith('src/') && /^kysely($|\/)/.test(specifier) && !mayQuery(file),
  },
  {
    name: 'src/db/sqlite is imported by src/db/engine.ts only',
    isBroken: (file, { target }) =>
      Boolean(target?.startsWith('src/db/sqlite/')) &&
      !file.startsWith('src/db/sqlite/') &&
      file !== 'src/db/engine.ts',
  },
  {
    name: 'better-sqlite3 in src/db/sqlite only',
    isBroken: (file, { specifier }) =>
      file.startsWith('src/') && specifier === 'better-sqlite3' && !file.startsWith('src/db/sqlite/'),
  },
  {
    name: 'a feature meets another by its index only',
    isBroken: (file, { target }) => {
      const own = featureOf(file)
      const other = target && featureOf(target)
      return Boolean(own && other && own !== other && !/\/index\.tsx?$/.test(target ?? ''))
    },
  },
  {
    name: 'web/ui and web/lib do not know web/features and web/app',
    isBroken: (file, { target }) => /^web\/(ui|lib)\//.test(file) && /^web\/(features|app)\//.test(target ?? ''),
  },
  {
    name: 'web/ui makes no calls to the server',
    isBroken: (file, { target }) => file.startsWith('web/ui/') && Boolean(target && /^web\/lib\/api\b/.test(target)),
  },
  {
    name: 'the browser gets no package of the server',
    isBroken: (file, { specifier }) =>
      /^(web|src\/shared)\//.test(file) &&
      /^(node:|better-sqlite3|argon2|kysely|hono|@hono|busboy|pino|file-type)/.test(specifier),
  },
  {
    name: 'the product does not know its tests, its builds and its chores',
    isBroken: (file, { target }) =>
      /^(src|web|migrations)\//.test(file) && Boolean(target && /^(tests|build|scripts)\//.test(target)),
  },
  {
    name: 'an index may be imported from outside its feature only',
    isBroken: (file, { target }) => {
      const own = featureOf(file)
      return own !== undefined && Boolean(target?.startsWith(`${own}/index.`))
    },
  },
]

/** Every breach of `rule` in `graph`, as `file -> specifier`. */
export function breachesOf(rule: Rule, graph: Graph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports.filter((one) => rule.isBroken(file, one)).map((one) => `${file} -> ${one.specifier}`),
  )
}
