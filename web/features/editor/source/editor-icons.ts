/** The icons that only the editor needs; the others are in web/ui/icons.ts. */
export {
  Columns2 as SplitIcon,
  Heading as HeadingIcon,
  Image as ImageIcon,
  MessageSquareWarning as CalloutIcon,
  Redo2 as RedoIcon,
  Smile as EmojiIcon,
  Undo2 as UndoIcon,
} from 'lucide-react'
