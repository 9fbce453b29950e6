/** The script that sends source comments, for POSIX shells. Words between two `%` are filled in, quoted. */
export const commentsSh = String.raw`#!/bin/sh
# docstead-comments.sh: writes pages from the comments in source code.
# 根据源代码注释写入页面。
#
#   sh docstead-comments.sh [options] [FOLDER]
#
#   --folder PATH   folder of the project above those of the comments    写入项目中的哪个目录
#   --url URL       address of the site                                  站点地址
#   --key KEY       api_key of the project                               项目的 api_key
#   --dry-run       report what would happen, without writing            只报告结果，不写入
#
# The token is read from DOCSTEAD_TOKEN, or from the file that DOCSTEAD_TOKEN_FILE names: never from the
# command line, which other users of the machine can see. It needs curl, find, grep and sed.
# token 取自环境变量 DOCSTEAD_TOKEN 或 DOCSTEAD_TOKEN_FILE 指定的文件。

url=%URL%
key=%KEY%
token=%TOKEN%
project=%PROJECT%

source=.
folder=
dry=0
lang=en
case $LANG in zh*) lang=zh ;; esac
[ -n "$DOCSTEAD_URL" ] && url=$DOCSTEAD_URL
[ -n "$DOCSTEAD_KEY" ] && key=$DOCSTEAD_KEY
[ -n "$DOCSTEAD_TOKEN_FILE" ] && token=$(cat "$DOCSTEAD_TOKEN_FILE")
[ -n "$DOCSTEAD_TOKEN" ] && token=$DOCSTEAD_TOKEN

stop() {
  printf '%s\n' "docstead: $1" >&2
  exit "$2"
}

while [ $# -gt 0 ]; do
  case $1 in
    --folder | --url | --key)
      [ $# -gt 1 ] || stop "$1 needs a value. $1 需要一个值。" 2
      case $1 in
        --folder) folder=$2 ;;
        --url) url=$2 ;;
        --key) key=$2 ;;
      esac
      shift 2
      ;;
    --dry-run) dry=1; shift ;;
    -*) stop "unknown option $1. 未知选项。" 2 ;;
    *) source=$1; shift ;;
  esac
done

[ -e "$source" ] || stop "$source does not exist. 目录不存在。" 2
if [ -z "$url" ] || [ -z "$key" ] || [ -z "$token" ]; then
  stop 'set DOCSTEAD_URL, DOCSTEAD_KEY and DOCSTEAD_TOKEN. 请设置这三个环境变量。' 2
fi
# a name that begins with a dash would be an option
case $source in
  /* | ./* | ../* | . | ..) ;;
  *) source=./$source ;;
esac

umask 077
work=$(mktemp -d) || stop 'no temporary folder. 无法建立临时目录。' 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
printf '%s' "$token" > "$work/token"
printf '%s' "$key" > "$work/key"
printf '%s' "$folder" > "$work/folder"
[ -n "$project" ] && printf '%s\n' "docstead: $project" >&2

find "$source" -type d \( -name '.[!.]*' -o -name node_modules -o -name bower_components -o -name vendor \
  -o -name __pycache__ -o -name site-packages \) -prune -o -type f ! -name 'docstead-*.sh' -size -1954 \( %NAMES% \) \
  -exec grep -l -i -e showdoc -e docstead -- {} + > "$work/files"
status=$?
# 1 is "no file has the word" for some of the calls of grep
[ "$status" -gt 1 ] && printf '%s\n' 'docstead: some files cannot be read. 有文件无法读取。' >&2

number() {
  sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p" "$work/answer" | head -n 1
}

created=0
updated=0
unchanged=0
failed=0
while IFS= read -r file; do
  name=$file
  case $file in
    "$source"/*) name=$(printf '%s' "$file" | tail -c +$(($(printf '%s' "$source" | wc -c) + 2))) ;;
  esac
  printf '%s' "$name" > "$work/name"
  if ! curl -sS --max-time 120 -H 'Expect:' -H "Accept-Language: $lang" \
    --data-urlencode "api_key@$work/key" --data-urlencode "api_token@$work/token" \
    --data-urlencode "cat_name@$work/folder" --data-urlencode "file_name@$work/name" \
    --data-urlencode "content@$file" --data "dry_run=$dry" \
    -o "$work/answer" "$url/api/open/writeComments"; then
    stop "$url cannot be reached. 无法连接站点。" 1
  fi
  # sed and read need the end of the line
  echo >> "$work/answer"
  if ! grep -q '^{"error_code":0,' "$work/answer"; then
    printf '%s\n' "docstead: $name: $(sed -n 's/.*"error_message":"\([^"]*\)".*/\1/p' "$work/answer")" >&2
    grep -q '"error_name"' "$work/answer" || stop "$url is not a Docstead site. 该地址不是 Docstead 站点。" 1
    grep -q -e '"keyWrong"' -e '"itemArchived"' "$work/answer" && exit 1
    failed=$((failed + 1))
    continue
  fi
  created=$((created + $(number created)))
  updated=$((updated + $(number updated)))
  unchanged=$((unchanged + $(number unchanged)))
  [ "$(number created)$(number updated)$(number unchanged)" = 000 ] ||
    printf '%s\n' "$name: +$(number created) ~$(number updated) =$(number unchanged)"
  if ! grep -q '"problems":\[\]' "$work/answer"; then
    failed=$((failed + 1))
    sed 's/.*"problems":\[//; s/{"line"/\
{"line"/g' "$work/answer" | sed -n 's/.*"message":"\([^"]*\)".*/\1/p' | while IFS= read -r line; do
      printf '%s\n' "docstead: $name: $line" >&2
    done
  fi
done < "$work/files"

[ "$dry" = 1 ] && printf '%s\n' 'docstead: nothing was written. 未写入任何内容。' >&2
printf '%s\n' "docstead: created $created, updated $updated, unchanged $unchanged, problems $failed. 新建 $created，更新 $updated，未变 $unchanged，问题 $failed。" >&2
[ "$failed" -eq 0 ]
`
