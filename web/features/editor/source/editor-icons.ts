/** The icons that only the editor needs; the others are in web/ui/icons.ts. */
export {
  Bold as BoldIcon,
  Code as CodeIcon,
  Columns2 as SplitIcon,
  Heading as HeadingIcon,
  Image as ImageIcon,
  Italic as ItalicIcon,
  MessageSquareWarning as CalloutIcon,
  Redo2 as RedoIcon,
  Smile as EmojiIcon,
  Strikethrough as StrikeIcon,
  Undo2 as UndoIcon,
} from 'lucide-react'
