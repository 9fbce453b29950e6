import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './tests/support/memory.ts'

/** Where the run is also written as JSON: build/test.ts sums it. */
const json = process.env.VITEST_JSON

/** What needs dist/ as `npm test` leaves it: it belongs to that command alone. */
const dist = ['tests/build/budget.test.ts']

/**
 * What takes long: every call as everybody and with every odd input, imports, exports and patterns in threads of their
 * own, hostile texts by the hundred, guesses by the hundred, long lists, requests to other servers, what waits, commands
 * as whole processes.
 * `npm test` runs it, `npm run check` does not.
 */
const exhaustive = [
  'tests/src/rights/**/*.test.ts',
  'tests/src/access/visit-password.test.ts',
  'tests/src/shared/contract/bad-input-*.test.ts',
  'tests/src/shared/api-doc/diff/properties.test.ts',
  'tests/src/core/{data-folder,idle-memory,s3-client,safe-fetch,secrets,structure-check}.test.ts',
  'tests/src/cli/{diff,export,import,pages,pull,push}.test.ts',
  'tests/src/features/account-mail/account-mail.test.ts',
  'tests/src/features/admin/one-place.test.ts',
  'tests/src/features/ai/service.test.ts',
  'tests/src/features/api-{call/calls,call/http-exchange,change/api-change,health/api-health}.test.ts',
  'tests/src/features/api-{reference/service,run/arazzo,run/runs,source/api-source}.test.ts',
  'tests/src/features/backup/{backup,handlers,place-owner,restore,s3,scheduled-exports}.test.ts',
  'tests/src/features/captcha/service.test.ts',
  'tests/src/features/docs-site/docs-site.test.ts',
  'tests/src/features/help/reference.test.ts',
  'tests/src/features/import/{reimport,service,worker-client,zip}.test.ts',
  'tests/src/features/import/{api/no-text-lost,documents/nothing-lost,documents/repeated}.test.ts',
  'tests/src/features/health/checks.test.ts',
  'tests/src/features/item/copy.test.ts',
  'tests/src/features/mail/mail.test.ts',
  'tests/src/features/notice/notice.test.ts',
  'tests/src/features/recycle/recycle.test.ts',
  'tests/src/features/scim/scim.test.ts',
  'tests/src/features/showdoc-import/{again,service,site}.test.ts',
  'tests/src/features/sign-in/{directory,directory-microsoft,directory-sync,provider,saml}.test.ts',
  'tests/src/features/standby/standby.test.ts',
  'tests/src/features/storage/{files,kill,move,settings}.test.ts',
  'tests/src/features/two-step/{passkeys,two-step}.test.ts',
  'tests/src/features/update/releases.test.ts',
  'tests/src/features/webhook/webhook.test.ts',
  'tests/src/features/export/{job,large-page,zip-writer,docx/corpus,docx/parts,drawing/in-files,markdown/bundle,markdown/parts}.test.ts',
  'tests/src/features/export/{openapi/export,openapi/public-descriptions,openapi/roundtrip,openapi/steady-address,pdf/corpus,pdf/document,pdf/hostile,pdf/parts,postman/collection,site/site}.test.ts',
  'tests/src/features/search/{exact,search}.test.ts',
  'tests/src/features/attachment/{link-files,download,upload}.test.ts',
  'tests/src/features/{long-lists,other-servers}.test.ts',
  'tests/src/features/message/unread-stream.test.ts',
  'tests/src/features/mock/save.test.ts',
  'tests/src/features/open-api/handlers.test.ts',
  'tests/src/features/page/{autosave,large}.test.ts',
  'tests/src/features/sql-table/markdown.test.ts',
  'tests/src/features/tools/scripts.test.ts',
  'tests/src/features/user/guesses.test.ts',
  'tests/src/http/{connections,hostile-bodies,mock,open-streams,reverse-proxies}.test.ts',
  'tests/build/cli.test.ts',
  'tests/src/shared/markdown/hostile.test.ts',
  'tests/web/features/editor/visual/{lossless,random}.test.ts',
  'tests/web/features/api-docs/form/tree-export.test.ts',
  'tests/web/features/api-docs/try-it/samples.test.ts',
  'tests/web/lib/diff.test.ts',
]

/** What measures, or loads the machine. */
const serial = [
  'tests/build/executable.test.ts',
  'tests/e2e/browser-{performance,sheet-figures}.test.ts',
  'tests/e2e/process-{load,update-downtime}.test.ts',
]

/** What takes longer than its size suggests: vitest begins with the largest files. */
const long =
  /\b(large-page|process-crash|bad-input-\d|matrix-\d|hostile-bodies|guesses|visit-password|process-update|browser-(routes|sanitiser|quiet-drawings|special-characters|base-path|screens-(comments|members|admin|dialogs|front|files)))\.test\.ts$/

/** The projects in the order in which one run goes through them: the longest tests first, the shortest at the end. */
const order = ['dist', 'executable', 'looks', 'exhaustive', 'web-screens', 'web-mocked', 'web', 'unit', 'serial']

/**
 * A long file at the end of a run would leave the other processor idle. A process is kept only for files of its project,
 * which therefore follow each other.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) * 2 + (long.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

// Tests of the server have their data in memory. Tests of processes keep to the disk.
const memory = memoryFolder()
const inMemory: { TMPDIR?: string } = memory === undefined ? {} : { TMPDIR: memory }

/** Tests of the web that put something in the place of a module or of the browser: each begins with modules of its own. */
const mocked = globSync('tests/web/**/*.test.{ts,tsx}').filter((path) =>
  /\bvi\.(mock|stubGlobal)\(|\bglobalThis\./.test(readFileSync(path, 'utf8')),
)

/** Tests of screens without a browser: what they show and send, not how they are drawn. */
const screens = 'tests/web/**/screen.test.ts'

const support = (name: string) => join(import.meta.dirname, 'tests/support', name)

/** Tests of the server: its worker threads are bundled once, new databases are created at once, and hashes cost little. */
const withWorkers = {
  extends: true as const,
  resolve: {
    alias: {
      '#src/core/worker-entry.ts': support('worker-entry.ts'),
      '#migrations/index.ts': support('migrations.ts'),
      argon2: support('argon2.ts'),
    },
  },
}

/** `import address from './x.ts?thread'`: the address of a worker. See tests/web/support/web-worker.ts. */
const workerAddresses = {
  name: 'worker addresses',
  enforce: 'pre' as const,
  async resolveId(
    this: { resolve: (path: string, importer?: string) => Promise<{ id: string } | null> },
    source: string,
    importer?: string,
  ) {
    if (!source.endsWith('?thread')) return undefined
    const found = await this.resolve(source.replace(/\?thread$/, ''), importer)
    return found ? `\0worker:${found.id}` : undefined
  },
  load(id: string) {
    if (!id.startsWith('\0worker:')) return undefined
    const path = relative(import.meta.dirname, id.slice('\0worker:'.length)).split(sep)
    return `export default ${JSON.stringify(`/assets/${path.join('--')}`)}`
  },
}

export default defineConfig({
  test: {
    reporters: json ? ['default', ['json', { outputFile: json }]] : ['default'],
    // a server waits, and a browser: with two files side by side, two cores have nothing to do for a fifth of the time or more
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Threads that start from TypeScript have Node strip the types, in WebAssembly. Where several do so at once, V8 13.6 now
    // and then ends the process (`Check failed: end > addr`, from Runtime_TierUpWasmToJSWrapper); with this it never gets
    // there. The bundle holds no TypeScript.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    projects: [
      {
        ...withWorkers,
        test: {
          name: 'unit',
          include: ['tests/{src,layers,build}/**/*.test.ts'],
          exclude: [...dist, ...serial, ...exhaustive],
          pool: 'forks',
          globalSetup: ['tests/support/build-workers.ts'],
          setupFiles: ['tests/support/setup.ts'],
          env: inMemory,
          // one load of the server's modules for many files: they keep their state in the App of each test
          isolate: false,
        },
      },
      {
        ...withWorkers,
        test: {
          name: 'exhaustive',
          include: exhaustive,
          pool: 'forks',
          env: inMemory,
          isolate: false,
          globalSetup: ['tests/support/build-workers.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: [...exhaustive, ...mocked, screens],
          pool: 'forks',
          // loading the modules anew for each of a hundred files takes twice as long as the tests
          isolate: false,
        },
      },
      // the whole application in a window that draws nothing, over a server in the same process
      {
        ...withWorkers,
        plugins: [workerAddresses],
        test: {
          name: 'web-screens',
          include: [screens],
          pool: 'forks',
          env: inMemory,
          isolate: false,
          globalSetup: ['tests/support/build-workers.ts'],
          setupFiles: ['tests/web/support/dom.ts'],
          // the first test of a process loads the modules of its screens
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'web-mocked', include: mocked, exclude: exhaustive, pool: 'forks' } },
      {
        extends: true,
        test: { name: 'dist', include: dist, pool: 'forks', setupFiles: ['tests/e2e/support/setup.ts'] },
      },
      // files side by side: a browser and a server wait more than they work
      {
        extends: true,
        test: {
          name: 'executable',
          include: ['tests/e2e/*.test.ts'],
          exclude: serial,
          pool: 'forks',
          setupFiles: ['tests/e2e/support/setup.ts'],
          isolate: false,
          testTimeout: 120_000,
          env: { UNOPTIMISED_SCRIPTS: '1' },
        },
      },
      // every screen in every appearance, with screenshots
      {
        extends: true,
        test: {
          name: 'looks',
          include: ['tests/e2e/browser-{screens*,special-characters}.test.ts'],
          pool: 'forks',
          setupFiles: ['tests/e2e/support/setup.ts'],
          isolate: false,
          testTimeout: 300_000,
          env: { DOCSTEAD_LOOKS: 'all' },
        },
      },
      // one file at a time
      {
        extends: true,
        test: {
          name: 'serial',
          include: serial,
          pool: 'forks',
          setupFiles: ['tests/e2e/support/setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
