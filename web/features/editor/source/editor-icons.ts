/** The icons that only the editor needs; the others are in web/ui/icons.ts. */
export { default as EmojiIcon } from 'lucide-react/icons/face-slightly-smiling'
export { default as ImageIcon } from 'lucide-react/icons/image'
export { default as HeadingIcon } from 'lucide-react/icons/letter-h'
export { default as CalloutIcon } from 'lucide-react/icons/message-square-exclamation-point'
export { default as RedoIcon } from 'lucide-react/icons/redo-2'
export { default as UndoIcon } from 'lucide-react/icons/undo-2'
