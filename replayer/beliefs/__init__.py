"""What hidden information leaves possible: deals counted, drawn and played out."""
