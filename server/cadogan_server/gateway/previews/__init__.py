"""Link previews: title, sentence and picture for programs that show links."""
