import { spawn } from 'node:child_process'
import { root } from '#build/paths.ts'

/** One command of a check, with its line on the screen. */
export type Task = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Shows the output immediately instead of only after a failure. */
  live?: boolean
  /** Called after a failure, with what was written to standard error. */
  onFailure?: (errors: string) => void
}

/** Runs `step` and reports the result in one line; the output of a failed one in full. */
export async function runTask(step: Task): Promise<boolean> {
  const startedMs = Date.now()
  const { code, output, errors } = await run(step)
  if (code !== 0) step.onFailure?.(errors)
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  if (code !== 0 && !step.live) process.stdout.write(output.endsWith('\n') ? output : `${output}\n`)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(28)} ${seconds.padStart(6)} s\n`)
  return code === 0
}

/**
 * Runs groups of steps, the groups one after another, the steps of a group in parallel; returns the names of failed
 * steps.
 */
export async function runTasks(groups: Task[][]): Promise<string[]> {
  const failed: string[] = []
  for (const group of groups) {
    const results = await Promise.all(group.map(runTask))
    failed.push(...group.filter((_, index) => !results[index]).map((step) => step.name))
  }
  return failed
}

function run(step: Task): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((done) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      stdio: ['ignore', step.live ? 'inherit' : 'pipe', 'pipe'],
      env: { ...process.env, ...step.env },
    })
    let output = ''
    let errors = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (step.live) process.stderr.write(chunk)
      output += chunk.toString()
      errors += chunk.toString()
    })
    child.on('error', (error) => done({ code: 1, output: error.message, errors: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output, errors }))
  })
}
