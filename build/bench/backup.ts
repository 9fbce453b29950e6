import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Program, pidsOf, say, stop } from '#build/bench/processes.ts'
import { owner, type SeededPage, seedSize } from '#build/bench/seed.ts'
import type { Running, Site } from '#build/bench/site.ts'
import { longestOf, peakMbOf, whileWorking } from '#build/bench/while-working.ts'

/** How large the site is whose backup is measured. */
export type BackupSize = { pages: number; filesMb: number }

/** What was measured. Times in ms, memory in MB. */
type BackupMeasured = {
  /** The longest wait of each kind of request while the server makes and verifies a backup. */
  readMs: number
  writeMs: number
  /** The same, in as long a time without a backup. */
  quietReadMs: number
  quietWriteMs: number
  /** How long the server takes to make and verify a backup while people work. */
  servedMs: number
  /** The most memory of the server in the meantime. */
  serverMb: number
  backupMs: number
  verifyMs: number
  restoreMs: number
  /** The most memory of a command. */
  commandMb: number
}

// the limit of copies in a minute allows 20
const pagesOfItem = 5000
const fileBytes = 512 * 1024
// as many as one person may upload in a minute
const filesOfPerson = 100

/** Fills a site: one item through the API, copies of it by the product itself, and files on its pages. */
async function seed(site: Site, running: Running, { pages, filesMb }: BackupSize): Promise<SeededPage[]> {
  const seeded = await seedSize(site, running, { name: '', items: 1, pagesOfItem: Math.min(pages, pagesOfItem) })
  const client = site.client(running, owner)
  const copy_item_id = seeded[0]?.item_id ?? 0
  const copies = Math.ceil(pages / pagesOfItem) - 1
  for (let number = 0; number < copies; number++) {
    await client.item.add({ item_name: `Copy ${number} 副本`, copy_item_id })
  }
  const files = Math.round((filesMb * 1_000_000) / fileBytes)
  for (let number = 0; number < files; number++) {
    // random, as images and archives are: it cannot be compressed
    const content = crypto.getRandomValues(new Uint8Array(65_536))
    content.set([0x50, 0x4b, 0x03, 0x04]) // the beginning of a ZIP file
    const file = new File(Array<Uint8Array<ArrayBuffer>>(fileBytes / 65_536).fill(content), `file ${number}.zip`)
    const { item_id, page_id } = seeded[number % seeded.length] ?? { item_id: 0, page_id: 0 }
    const uploader = `uploader${Math.floor(number / filesOfPerson)}`
    site.person(uploader, true)
    await site.client(running, uploader).attachment.attachmentUpload({ item_id, page_id, file })
  }
  return seeded
}

async function runCommand(program: Program, args: string[]): Promise<{ ms: number; peakMb: number }> {
  const startedMs = performance.now()
  const child = spawn(program.command, [...program.args, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const peakMb = await peakMbOf(pidsOf(child), async () => {
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`docstead ${args.join(' ')} ended with ${code}`)
  })
  return { ms: performance.now() - startedMs, peakMb }
}

// about as long as a backup takes: the longest wait grows with the time
const quietMs = 30_000

/** Measures a backup of a site of this size: by the server while people work, and on the command line. */
export async function measureBackup(site: Site, program: Program, size: BackupSize): Promise<BackupMeasured> {
  say(`seeding ${size.pages} pages and ${size.filesMb} MB of files`)
  const seeding = await site.serve()
  const pages = await seed(site, seeding, size)
  await stop(seeding.child)

  const running = await site.serve(program)
  const client = site.administrator(running)
  await whileWorking(site, running, pages, () => delay(3000))
  say('without a backup')
  const quiet = await whileWorking(site, running, pages, () => delay(quietMs))
  say('while the server makes and verifies a backup')
  let servedMs = 0
  let serverMb = 0
  const working = await whileWorking(site, running, pages, async () => {
    const startedMs = performance.now()
    serverMb = await peakMbOf(running.pids, async () => {
      await client.adminBackup.start()
      for (;;) {
        const { running: percent, error_message } = await client.adminBackup.status()
        if (error_message !== '') throw new Error(error_message)
        if (percent < 0) break
        await delay(100)
      }
    })
    servedMs = performance.now() - startedMs
  })
  await stop(running.child)

  say('on the command line')
  const folder = mkdtempSync(join(tmpdir(), 'docstead-bench-restore-'))
  try {
    const file = join(folder, 'whole.tar')
    const made = await runCommand(program, ['backup', file, '--data', site.data])
    const verified = await runCommand(program, ['backup', 'verify', file, '--data', site.data])
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    const restored = await runCommand(program, ['restore', file, '--data', join(folder, 'data')])
    return {
      readMs: longestOf(working.reads),
      writeMs: longestOf(working.writes),
      quietReadMs: longestOf(quiet.reads),
      quietWriteMs: longestOf(quiet.writes),
      servedMs,
      serverMb,
      // a command verifies what it has made
      backupMs: made.ms - verified.ms,
      verifyMs: verified.ms,
      restoreMs: restored.ms,
      commandMb: Math.max(made.peakMb, verified.peakMb, restored.peakMb),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
