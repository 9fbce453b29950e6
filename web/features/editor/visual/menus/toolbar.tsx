import { redo, undo } from '@milkdown/kit/prose/history'
import type { Command } from '@milkdown/kit/prose/state'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { formatterAtom } from '#web/features/editor/core/index.tsx'
import { openFind } from '../find/find-commands.ts'
import { chooseImages } from '../paste/choose-images.ts'
import { activeFormats, type VisualFormat, visualCommands } from './formats.ts'
import type { MenuProps } from './signal.ts'

const others: Record<string, Command> = { undo, redo, find: openFind(false) }
/** Formats that open a box of their own. */
const elsewhere = new Set(['link', 'find'])
const isFormat = (name: string): name is VisualFormat => Object.hasOwn(visualCommands, name)

/** Connects the frame's toolbar to visual mode, for as long as this is on the screen. */
export function Toolbar({ view, signal }: MenuProps) {
  const setFormatter = useSetAtom(formatterAtom)
  useEffect(() => {
    let names = '-'
    const run = (name: string) => {
      if (name === 'image') return chooseImages(view)
      const command = isFormat(name) ? visualCommands[name] : others[name]
      command?.(view.state, view.dispatch, view)
      if (!elsewhere.has(name)) view.focus()
    }
    const tell = () => {
      const active = activeFormats(view.state)
      const key = [...active].sort().join()
      if (key !== names) setFormatter({ active, run })
      names = key
    }
    tell()
    const stop = signal.subscribe(tell)
    return () => {
      stop()
      setFormatter(undefined)
    }
  }, [view, signal, setFormatter])
  return null
}
