import { flagName, StartError, settingNames } from '#src/core/config.ts'

/** The parsed words of a command line. */
export interface Arguments {
  positionals: string[]
  /** Flags with a value, without their dashes. */
  flags: Map<string, string>
  /** Flags without a value. */
  switches: Set<string>
}

/**
 * Parses the words after a command's name. `--flag value` and `--flag=value` are the same; everything after `--` is
 * positional.
 *
 * @throws {StartError} unknownFlag, flagNeedsValue
 */
export function readArguments(args: readonly string[], takes: { flags?: string[]; switches?: string[] }): Arguments {
  const valued = new Set([...settingNames.map(flagName), 'config', ...(takes.flags ?? [])])
  const plain = new Set(['json', ...(takes.switches ?? [])])
  const found: Arguments = { positionals: [], flags: new Map(), switches: new Set() }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      found.positionals.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      found.positionals.push(arg)
      continue
    }
    if (!arg.startsWith('--')) throw new StartError('unknownFlag', { flag: arg }, 2)
    const equals = arg.indexOf('=')
    const name = arg.slice(2, equals < 0 ? undefined : equals)
    if (plain.has(name) && equals < 0) found.switches.add(name)
    else if (!valued.has(name)) throw new StartError('unknownFlag', { flag: arg }, 2)
    else {
      const value = equals < 0 ? args[++at] : arg.slice(equals + 1)
      if (value === undefined) throw new StartError('flagNeedsValue', { flag: arg }, 2)
      found.flags.set(name, value)
    }
  }
  return found
}

/** Returns the command's only positional word. @throws {StartError} nameMissing, unknownCommand */
export function requirePositional({ positionals: words }: Arguments, what: string): string {
  const [word, extra] = words
  if (word === undefined) throw new StartError('nameMissing', { what }, 2)
  if (extra !== undefined) throw new StartError('unknownCommand', { command: extra }, 2)
  return word
}

/** Checks that there is no positional word. @throws {StartError} unknownCommand */
export function requireNoPositional(args: Arguments): Arguments {
  const [word] = args.positionals
  if (word !== undefined) throw new StartError('unknownCommand', { command: word }, 2)
  return args
}
