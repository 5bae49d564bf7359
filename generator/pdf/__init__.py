"""The press puts ink on paper: sheets, drawings and a language's words become PDF. PDF points exist here alone."""
