import { ApiError, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { requireItem } from '#src/access/permissions.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText } from '#src/core/i18n.ts'
import {
  type CommentSource,
  type DictionarySource,
  type WriteReport,
  writeComments,
  writeDictionary,
} from '#src/features/open-api/index.ts'
import { actingUser } from './acting-user.ts'
import { type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'

/** Where a command writes pages: an item of the data folder, or of a site by its API key. */
interface PagesTarget {
  writeComments(source: CommentSource): Promise<WriteReport>
  writeDictionary(source: DictionarySource): Promise<WriteReport>
}

/** The options of commands that write pages: the first in the usage, the others below it. */
export const targetUsage = '[--item ITEM] [--url URL] [--dry-run]'
/** The other options of these commands. */
export const targetOptions = '[--as NAME] [--key KEY] [--token TOKEN] [--folder PATH]'

/** Returns a site that is reached by its address, with the key of an item. @throws {StartError} siteUnreachable */
function remoteTarget(call: Invocation, site: { url: string; api_key: string; api_token: string }): PagesTarget {
  const client = createClient<Contract>({ base: site.url, headers: () => ({ 'Accept-Language': call.lang }) })
  const keys = { api_key: site.api_key, api_token: site.api_token, dry_run: call.switches.has('dry-run') }
  const send = async (request: Promise<WriteReport>): Promise<WriteReport> => {
    try {
      const report = await request
      // another program may answer as well
      if (!Array.isArray(report?.pages)) throw new StartError('siteUnreachable', { url: site.url })
      return report
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.errorName === 'offline') throw new StartError('siteUnreachable', { url: site.url })
      throw new AppError(error.errorName, error.values)
    }
  }
  return {
    writeComments: (source) => send(client.open.writeComments({ ...keys, ...source }) as Promise<WriteReport>),
    writeDictionary: (source) => send(client.open.writeDictionary({ ...keys, ...source }) as Promise<WriteReport>),
  }
}

/**
 * Runs an operation that writes pages to the item that the options name: `--item` of this data folder, or `--url`,
 * `--key` and `--token` of a site.
 *
 * @throws {StartError} targetMissing, noAdministrator, noSuchUser, siteUnreachable, and those of `withDatabase`
 * @throws {AppError} those of `requireItem` and of writing
 */
export async function withPagesTarget<T>(call: Invocation, operation: (target: PagesTarget) => Promise<T>): Promise<T> {
  const [item, url] = [call.option('item'), call.option('url')]
  const [api_key, api_token] = [call.option('key'), call.option('token')]
  const isRemote = item === undefined || call.flags.has('url')
  if (isRemote) {
    if (!url || !URL.canParse(url) || !api_key || !api_token || call.flags.has('item'))
      throw new StartError('targetMissing', {}, 2)
    return operation(remoteTarget(call, { url: url.replace(/\/+$/, ''), api_key, api_token }))
  }
  const config = call.readConfig()
  return withDatabase(config, false, async (at) => {
    const app = commandLineApp(config, at.db)
    const user = await actingUser(app.db, call.option('as'))
    const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
    const access = await requireItem(app, visitor, /^\d+$/.test(item) ? Number(item) : item, 'edit')
    const choice = { lang: call.lang, scriptLang: call.lang, isTrial: call.switches.has('dry-run') }
    const result = await operation({
      writeComments: (source) => writeComments(app, access, user, source, choice),
      writeDictionary: (source) => writeDictionary(app, access, user, source, choice),
    })
    await Promise.all(app.background)
    return result
  })
}

/** What a command has written so far, and prints. */
export class PagesReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0 }
  readonly #call: Invocation
  readonly #pages: object[] = []
  readonly #problems: { file: string; line: number; error_name: string; message: string }[] = []
  readonly #places = new Map<string, string>()

  constructor(call: Invocation) {
    this.#call = call
  }

  /** Adds what became of a file. A page that an earlier file has written as well is a problem: one of both is lost. */
  add(file: string, report: WriteReport): void {
    const { json, lang } = this.#call
    for (const page of report.pages) {
      const path = [page.catalog, page.page_title].filter(Boolean).join('/')
      const source = page.line > 0 ? `${file}:${page.line}` : file
      const former = this.#places.get(path)
      this.#places.set(path, source)
      this.counts[page.change]++
      this.#pages.push({ ...page, file })
      if (!json) print([cliText(lang, `page_${page.change}`), path, source].join('\t'))
      if (former !== undefined)
        this.problem(file, {
          line: page.line,
          error_name: 'commentRepeated',
          message: cliText(lang, 'pageTwice', { path, former }),
        })
    }
    for (const problem of report.problems) this.problem(file, problem)
  }

  /** Adds something that is on no page. */
  problem(file: string, problem: { line: number; error_name: string; message: string }): void {
    this.#problems.push({ file, ...problem })
    if (!this.#call.json) say(`${file}: ${problem.message}`)
  }

  /** Prints the end. @returns the exit code: 1 when something is on no page */
  end(more: Record<string, number> = {}): number {
    const { json, lang, switches } = this.#call
    const isTrial = switches.has('dry-run')
    if (json)
      print(JSON.stringify({ dry_run: isTrial, ...this.counts, ...more, pages: this.#pages, problems: this.#problems }))
    else
      say(cliText(lang, isTrial ? 'pagesTried' : 'pagesWritten', { ...this.counts, problems: this.#problems.length }))
    return this.#problems.length > 0 ? 1 : 0
  }
}
