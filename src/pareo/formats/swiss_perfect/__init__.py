"""Files of Swiss Perfect 98."""
