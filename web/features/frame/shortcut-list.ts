/** A shortcut as the list names it; its words stand under `keys` in the locale. */
export interface ListedKey {
  keys: string
  words:
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

/** Every shortcut of the product by where it works. Source: interface guide 2.9. */
export const shortcutGroups = [
  {
    id: 'everywhere',
    list: [
      { keys: 'mod+k', words: 'palette' },
      { keys: '?', words: 'help' },
      { keys: 'g h', words: 'items' },
      { keys: 'g m', words: 'messages' },
      { keys: 'mod+shift+l', words: 'theme' },
      { keys: 'mod+enter', words: 'submit' },
      { keys: 'escape', words: 'close' },
    ],
  },
  {
    id: 'reading',
    list: [
      { keys: '/', words: 'filter' },
      { keys: 'e', words: 'edit' },
      { keys: 'n', words: 'newPage' },
      { keys: 'h', words: 'history' },
      { keys: 's', words: 'star' },
      { keys: 'm', words: 'move' },
      { keys: '[', words: 'before' },
      { keys: ']', words: 'after' },
      { keys: 'alt+arrowup', words: 'moveRow' },
      { keys: 'f2', words: 'rename' },
      { keys: 'shift+f10', words: 'rowMenu' },
      { keys: 'mod+.', words: 'tree' },
      { keys: 'mod+shift+o', words: 'outline' },
    ],
  },
  {
    id: 'writing',
    list: [
      { keys: 'mod+s', words: 'save' },
      { keys: 'mod+shift+s', words: 'saveAndNotify' },
      { keys: 'mod+b', words: 'bold' },
      { keys: 'mod+i', words: 'italic' },
      { keys: 'mod+shift+x', words: 'strike' },
      { keys: 'mod+k', words: 'link' },
      { keys: 'mod+e', words: 'code' },
      { keys: 'mod+alt+c', words: 'codeBlock' },
      { keys: 'mod+alt+1', words: 'heading' },
      { keys: 'mod+shift+7', words: 'numbered' },
      { keys: 'mod+shift+8', words: 'bullet' },
      { keys: 'mod+shift+6', words: 'task' },
      { keys: 'mod+shift+9', words: 'quote' },
      { keys: 'mod+alt+t', words: 'table' },
      { keys: 'mod+alt+p', words: 'picture' },
      { keys: 'mod+f', words: 'find' },
      { keys: 'mod+h', words: 'replace' },
      { keys: 'shift+alt+f', words: 'alignTable' },
      { keys: 'mod+enter', words: 'tick' },
    ],
  },
] as const satisfies readonly { id: string; list: readonly ListedKey[] }[]

const known = new Set<string>(shortcutGroups.flatMap(({ list }) => list.map(({ keys }) => keys)))

/** Whether the list names a shortcut already. */
export const isListed = (keys: string): boolean => known.has(keys)
