import type { RenderingLimit } from '@galley/contract/writing/posts'

const RENDERING: Readonly<Record<RenderingLimit, string>> = {
  size: 'its page would be too large. Split the text into several posts.',
  nesting: 'its HTML tags are nested too deeply. Remove some of them, or close those that are open.',
  time: 'formatting it takes too long. Split the text into several posts.',
  memory: 'formatting it takes too much memory. Split the text into several posts.',
}

/** The sentence of each problem. Its values are the parameters; `reason` is another sentence. */
export const en = {
  // What was not taken over as it was.
  script_removed: 'A script was removed.',
  form_removed: 'A form was removed.',
  form_field_removed: 'A form field was removed.',
  drawing_removed: ({ kind }: { kind: string }) => `A drawing (${kind}) was removed.`,
  mathml_removed: 'A formula (MathML) without its source was removed.',
  hidden_text_removed: 'Hidden text was removed.',
  embed_removed: 'An embed without an address was removed.',
  embed_replaced: ({ host }: { host: string }) => `An embed of ${host} was replaced by a link.`,
  image_address_unusable: ({ address }: { address: string }) => `An image has no usable address: ${address}`,
  gallery_removed: 'A gallery without a list of images was removed.',
  shortcode_kept: ({ shortcode }: { shortcode: string }) => `The shortcode ${shortcode} stays as text.`,
  liquid_tag_kept: ({ tag }: { tag: string }) => `The tag {% ${tag} %} stays as text.`,
  zenn_embed_kept: ({ service }: { service: string }) => `@[${service}] stays as text.`,
  obsidian_link_kept: ({ link }: { link: string }) => `A link or embed of Obsidian, ${link}, stays as text.`,
  obsidian_comment_removed: 'A comment of Obsidian (%%…%%) was removed.',
  date_unreadable: ({ date }: { date: string }) => `The date "${date}" cannot be read.`,
  link_to_file: ({ link }: { link: string }) => `The link to ${link} stays as it is, and leads nowhere.`,
  mdx_components: 'Components of MDX stay as text.',
  block_without_text: ({ block }: { block: string }) => `The block "${block}" has no text in the export.`,
  unreadable_characters: 'It has characters that could not be read. Check the encoding of the file.',
  no_html: 'The export has no HTML of the text; formats and images are missing.',
  no_title: 'It has no title.',
  title_cut: ({ most }: { most: number }) => `The title is longer than ${most} characters, and was cut.`,
  subtitle_cut: ({ most }: { most: number }) => `The subtitle is longer than ${most} characters, and was cut.`,
  seo_title_cut: ({ most }: { most: number }) =>
    `The title for search engines is longer than ${most} characters, and was cut.`,
  description_cut: ({ most }: { most: number }) => `The description is longer than ${most} characters, and was cut.`,
  category_left_out: ({ category }: { category: string }) => `It has several categories; "${category}" was left out.`,
  tag_too_long: ({ tag }: { tag: string }) => `The tag "${tag}" is too long, and was left out.`,
  too_many_tags: ({ most, tags }: { most: number; tags: string }) =>
    `A post has at most ${most} tags. Left out: ${tags}`,
  image_missing: ({ image, reason }: { image: string; reason: string }) => `The image ${image} is missing: ${reason}`,
  image_in_text: 'inside the text',
  slug_taken: ({ slug, given }: { slug: string; given: string }) =>
    `The slug "${slug}" is taken; the post has "${given}".`,
  path_not_redirected: ({ path, reason }: { path: string; reason: string }) =>
    `The old path ${path} cannot lead to the post: ${reason}`,
  rendering_limited: ({ limit }: { limit: RenderingLimit }) =>
    `Readers see the text as plain paragraphs: ${RENDERING[limit]}`,

  // How it is published.
  becomes_unlisted: 'It was only for those who have the link; it is unlisted.',
  was_for_some: ({ visibility }: { visibility: string }) => `It was for ${visibility} only; it becomes a draft.`,
  was_partly_for_members: 'It has a part that was for members only; it becomes a draft.',
  was_not_public: 'It was not public at the old site; it becomes a draft.',
  was_for_salon: 'It was for members of a salon only; it becomes a draft.',
  publication_unclear: 'Nothing says that it was published; it becomes a draft.',
  schedule_passed: 'The time for which it was scheduled has passed; it becomes a draft.',
  becomes_scheduled: 'The time of publication is in the future; the post is scheduled.',
  publication_time_lost: 'It is not public now, so the time of its former publication is lost.',
  leaves_salon: 'It no longer belongs to a salon.',
  series_unknown: ({ series }: { series: string }) => `Its series "${series}" is not known.`,

  // Why a post is left out.
  about_folder: 'It is about the folder, and not a post.',
  section_page: 'It is the page of a section, and not a post.',
  page: 'It is a page, not a post.',
  other_type: ({ type }: { type: string }) => `It is of the type "${type}", not a post.`,
  book_chapter: 'It is a chapter of a book. Only articles are imported.',
  no_front_matter: 'It has no front matter.',
  in_trash: 'It is in the trash.',
  empty_draft: 'It is an empty draft that WordPress made.',
  same_post: ({ source }: { source: string }) => `It is the same post as ${source}.`,
  deleted_since: 'It was deleted after an earlier import.',

  // Why a post or a file cannot be read.
  text_too_long: 'The text is too long.',
  text_over_limit: ({ most }: { most: number }) => `The text has more than ${most} characters.`,
  text_nested_too_deep: 'The elements of the text are nested too deep.',
  file_ends_early: 'The file ends too early, so posts are missing. Export it again, and import it then.',
  front_matter_unreadable: ({ error }: { error: string }) => `The front matter cannot be read: ${error}`,
  front_matter_without_fields: 'The front matter has no fields.',
  not_an_article: 'It is not an article.',
  no_text: 'It has no text.',
  no_id_or_slug: 'It has neither an id nor a slug.',
  no_id_or_address: 'It has neither an id nor an address.',
  no_id: 'It has no id.',
  scheduled_without_time: 'It is scheduled without a time.',
  unreadable: ({ error }: { error: string }) => `It cannot be read: ${error}`,
  file_missing: ({ file }: { file: string }) => `There is no file ${file}.`,
  file_too_large: ({ file, megabytes }: { file: string; megabytes: number }) =>
    `${file} has more than ${megabytes} MB.`,
  file_encrypted: ({ file }: { file: string }) => `${file} is encrypted.`,
  file_damaged: ({ file, error }: { file: string; error: string }) => `${file} is damaged: ${error}`,
  file_not_utf8: ({ file }: { file: string }) => `${file} is not UTF-8 text.`,
  file_not_of_export: ({ file }: { file: string }) => `${file} is not a file of an export.`,

  // Why an image, a post or a path is rejected.
  image_not_in_archive: 'it is not in the archive.',
  image_unreadable: 'it cannot be read.',
  image_too_large: 'it is too large.',
  image_response: ({ status }: { status: number }) => `its server responded ${status}.`,
  image_timeout: 'its server did not respond in time.',
  image_unreachable: 'its server cannot be reached.',
  rejected: ({ message }: { code: string; message: string }) => message,
  post_rejected: ({ errors }: { errors: string }) => `The server rejects it. ${errors}`,

  // Why the export as a whole cannot be read.
  no_posts: 'There is no post in the export.',
  no_zenn_files: 'There is no file articles/*.md. Give the top folder of the repository.',
  no_qiita_files: 'There is no file public/*.md. Give the top folder of the repository.',
  no_devto_files: 'There is no Markdown file, and no articles.json.',
  no_markdown_files: 'There is no Markdown file.',
  no_xml_files: 'There is no XML file in it.',
  no_json_files: 'There is no JSON file in it.',
  no_medium_files: 'There is no folder posts with HTML files in it.',
  articles_not_a_list: 'articles.json is not a list of articles.',
  not_of_ghost: 'This is not an export of Ghost: it has no list of posts.',
  not_of_wordpress: 'This is not an export of WordPress or note: it has no <rss> element.',
  not_of_galley: 'This is not an export of Galley: it has no posts.json.',
  export_unreadable: ({ file }: { file: string }) => `${file} cannot be read. Download the export again.`,
  encoding_unknown: ({ encoding }: { encoding: string }) =>
    `The encoding "${encoding}" of the XML file is not known. Save it as UTF-8.`,
  xml_nested_too_deep: 'The elements of the XML are nested too deep.',
  path_missing: ({ path }: { path: string }) => `There is no file or folder ${path}.`,
  folders_nested_too_deep: ({ most }: { most: number }) => `The folders are nested more than ${most} deep.`,
  too_many_files: ({ most }: { most: number }) => `There are more than ${most} files.`,
  same_names: 'Two of the files have the same name. Import a zip of their folder.',
  file_unreadable: ({ file }: { file: string }) => `${file} cannot be read. Choose it again, or a zip of the folder.`,
  not_a_zip: 'This is not a zip file, although its name ends with .zip. Export or download it again.',
  zip_damaged: 'The zip file is damaged or incomplete. Export or download it again.',
  zip_unsafe: ({ file }: { file: string }) => `The zip file has a path that leads out of it: ${file}`,
  unpacked_too_large: 'The archive is too large when it is unpacked.',

  // What an export has, and an import leaves out.
  reactions_left_out: 'Comments, reactions, followers, statistics, sales and purchases are not imported.',
  versions_left_out: 'Earlier versions of posts, and changes that readers do not see yet, are not imported.',
  account_left_out: 'Profile, settings, tokens, passkeys and salons are not imported.',
  images_left_out: 'Images that no post has are not imported. Links to the old address stay as they are.',
  webhook_left_out: ({ url }: { url: string }) =>
    `The webhook ${url} has to be registered again: an export has no secrets.`,
  of_series: ({ series, reason }: { series: string; reason: string }) => `Series "${series}": ${reason}`,
}
