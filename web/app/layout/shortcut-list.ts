/** A shortcut in the list; its label is under `keys` in the locale. */
export interface ListedKey {
  keys: string
  labelKey:
    | 'palette'
    | 'help'
    | 'items'
    | 'messages'
    | 'theme'
    | 'close'
    | 'filter'
    | 'edit'
    | 'newPage'
    | 'history'
    | 'star'
    | 'move'
    | 'moveRow'
    | 'rename'
    | 'rowMenu'
    | 'before'
    | 'after'
    | 'tree'
    | 'outline'
    | 'save'
    | 'saveAndNotify'
    | 'submit'
    | 'bold'
    | 'italic'
    | 'strike'
    | 'link'
    | 'code'
    | 'codeBlock'
    | 'heading'
    | 'numbered'
    | 'bullet'
    | 'task'
    | 'quote'
    | 'table'
    | 'picture'
    | 'find'
    | 'replace'
    | 'alignTable'
    | 'tick'
}

/** All shortcuts of the product, grouped by where they work. Source: interface guide 2.9. */
export const shortcutGroups = [
  {
    id: 'everywhere',
    list: [
      { keys: 'mod+k', labelKey: 'palette' },
      { keys: '?', labelKey: 'help' },
      { keys: 'g h', labelKey: 'items' },
      { keys: 'g m', labelKey: 'messages' },
      { keys: 'mod+shift+l', labelKey: 'theme' },
      { keys: 'mod+enter', labelKey: 'submit' },
      { keys: 'escape', labelKey: 'close' },
    ],
  },
  {
    id: 'reading',
    list: [
      { keys: '/', labelKey: 'filter' },
      { keys: 'e', labelKey: 'edit' },
      { keys: 'n', labelKey: 'newPage' },
      { keys: 'h', labelKey: 'history' },
      { keys: 's', labelKey: 'star' },
      { keys: 'm', labelKey: 'move' },
      { keys: '[', labelKey: 'before' },
      { keys: ']', labelKey: 'after' },
      { keys: 'alt+arrowup', labelKey: 'moveRow' },
      { keys: 'f2', labelKey: 'rename' },
      { keys: 'shift+f10', labelKey: 'rowMenu' },
      { keys: 'mod+.', labelKey: 'tree' },
      { keys: 'mod+shift+o', labelKey: 'outline' },
    ],
  },
  {
    id: 'writing',
    list: [
      { keys: 'mod+s', labelKey: 'save' },
      { keys: 'mod+shift+s', labelKey: 'saveAndNotify' },
      { keys: 'mod+b', labelKey: 'bold' },
      { keys: 'mod+i', labelKey: 'italic' },
      { keys: 'mod+shift+x', labelKey: 'strike' },
      { keys: 'mod+k', labelKey: 'link' },
      { keys: 'mod+e', labelKey: 'code' },
      { keys: 'mod+alt+c', labelKey: 'codeBlock' },
      { keys: 'mod+alt+1', labelKey: 'heading' },
      { keys: 'mod+shift+7', labelKey: 'numbered' },
      { keys: 'mod+shift+8', labelKey: 'bullet' },
      { keys: 'mod+shift+6', labelKey: 'task' },
      { keys: 'mod+shift+9', labelKey: 'quote' },
      { keys: 'mod+alt+t', labelKey: 'table' },
      { keys: 'mod+alt+p', labelKey: 'picture' },
      { keys: 'mod+f', labelKey: 'find' },
      { keys: 'mod+h', labelKey: 'replace' },
      { keys: 'shift+alt+f', labelKey: 'alignTable' },
      { keys: 'mod+enter', labelKey: 'tick' },
    ],
  },
] as const satisfies readonly { id: string; list: readonly ListedKey[] }[]

const known = new Set<string>(shortcutGroups.flatMap(({ list }) => list.map(({ keys }) => keys)))

/** Returns whether the list already contains a shortcut. */
export const isListed = (keys: string): boolean => known.has(keys)
