/** The icons that only the editor's toolbar needs; the others are in web/ui/icons.ts. */
export {
  Bold as BoldIcon,
  Code as CodeIcon,
  Columns2 as SplitIcon,
  Heading as HeadingIcon,
  Image as ImageIcon,
  Italic as ItalicIcon,
  ListChecks as TaskListIcon,
  ListOrdered as OrderedListIcon,
  SquareCode as CodeBlockIcon,
  Strikethrough as StrikeIcon,
  TextQuote as QuoteIcon,
} from 'lucide-react'
