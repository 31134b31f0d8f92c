"""`mighty/gibo`: the text gibo."""
