"""Exams of the games for readers who have nothing but the booklet: made, printed and marked."""
