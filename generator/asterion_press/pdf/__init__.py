"""PDF files: sheets, drawings and a language's words printed with ReportLab. Here alone lengths may be PDF points."""
